// Tests of attempts as they stood at a moment.
import assert from "node:assert/strict";
import { test } from "node:test";
import { shownAttempt } from "../../test/fixtures/shown.ts";
import { attemptStates } from "../../src/core/words/attempt-states.ts";
import {
  asOf,
  type Attempt,
  attemptsAt,
  courseOf,
  hasChanges,
  stateOf,
  tryOf,
  whyOf,
} from "./attempts.ts";

const at = (second: number): string => `2026-01-08T12:00:${String(second).padStart(2, "0")}.000Z`;
const attempt = (fence: number, first: number, last: number, over = true): Attempt =>
  shownAttempt(fence, {
    by: "codex",
    from: at(first),
    to: at(last),
    versions: [first, last],
    over,
  });
const all = [attempt(1, 2, 4), attempt(2, 6, 9), attempt(3, 7, 7), attempt(4, 8, 11)];

test("as they stood: what began later isn't there, what ended later is under way", () => {
  assert.deepEqual(
    asOf(all, { version: 7, at: at(8) }).map(({ fence, over, to, versions }) => [
      fence,
      over,
      to,
      versions,
    ]),
    [
      [1, true, at(4), [2, 4]],
      [2, false, at(8), [6, 7]],
      [3, true, at(7), [7, 7]],
    ],
  );
  assert.equal(asOf(all, null), all);
});

test("what isn't over and nobody holds is lost; of then nobody knows who held it", () => {
  const [over, held, lost] = [attempt(1, 1, 2), attempt(2, 1, 2, false), attempt(3, 1, 2, false)];
  assert.deepEqual(
    [over, held, lost].map((one) => courseOf(one, new Set([1, 2]))),
    ["over", "live", "lost"],
  );
  assert.deepEqual(
    [over, held, lost].map((one) => courseOf(one, null)),
    ["over", "live", "live"],
  );
});

const worked = shownAttempt(4, {
  versions: [2, 4],
  ends: [
    { is: "reported", why: "wrote it", version: 4 },
    { is: "proved", why: null, version: 6 },
    { is: "landed", why: null, version: 8 },
  ],
  work: true,
});

test("how it ended is told by the last word on it, of then by the last word until then", () => {
  const then = (version: number): Attempt => asOf([worked], { version, at: at(9) })[0] ?? worked;
  assert.deepEqual(
    [3, 4, 7, 8].map((version) => stateOf(then(version), version < 4 ? "live" : "over")),
    ["running", "reported", "proved", "landed"],
  );
  assert.deepEqual(
    [stateOf(worked, "lost"), stateOf({ ...worked, ends: [] }, "over")],
    ["lost", "over"],
  );
  assert.equal(attemptStates.reported.sign, "○", "nothing but a proof is ticked");
});

test("why is that of its end; of work that was proved, what its agent said of it", () => {
  assert.equal(whyOf(worked, "over"), "wrote it");
  const returned = {
    ...worked,
    ends: [...worked.ends.slice(0, 1), { is: "returned", why: "red: tests", version: 5 } as const],
  };
  assert.equal(whyOf(returned, "over"), "red: tests");
  assert.equal(
    whyOf(
      { ...worked, ends: [...worked.ends.slice(0, 1), { is: "returned", why: null, version: 5 }] },
      "over",
    ),
    null,
  );
  assert.equal(whyOf(worked, "live"), null);
});

test("changes can be asked for of what left work, and of what an agent is at", () => {
  assert.equal(hasChanges(worked, "over"), true);
  assert.equal(hasChanges({ ...worked, work: false }, "over"), false);
  assert.equal(hasChanges({ ...worked, work: false }, "live"), true);
  assert.equal(hasChanges({ ...worked, work: false, kind: "check" }, "live"), false);
});

const nodeAttempts = [
  { ...attempt(1, 2, 4), role: "worker" },
  { ...attempt(2, 3, 5), role: "worker", subject: "2" },
  { ...attempt(3, 6, 9), role: "worker" },
  { ...attempt(4, 10, 11), role: "checker" },
];

test("attempts at a node, the newest first", () => {
  assert.deepEqual(
    attemptsAt(nodeAttempts, "1", null).map(({ fence }) => fence),
    [4, 3, 1],
  );
  assert.deepEqual(
    attemptsAt(nodeAttempts, "1", null).map((one) =>
      tryOf(attemptsAt(nodeAttempts, "1", null), one),
    ),
    [1, 2, 1],
  );
});
