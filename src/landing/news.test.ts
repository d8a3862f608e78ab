// Tests of news about landings: failed checks, conflicts, and the next step.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  base,
  checked,
  commit,
  doer,
  news,
  id,
  merge,
  proof,
  siteOf,
  take,
} from "../../test/fixtures/landing.ts";
import type { WorkCommand } from "./commands.ts";
import type { WorkEvent } from "./events.ts";
import { branchRole, branchUnit } from "./site.ts";

const conflict: WorkCommand = {
  type: "ReportConflict",
  data: { unit: "one", onto: id("a"), files: ["w", "x", "y", "z"] },
};
const found: WorkEvent = {
  type: "ConflictFound",
  data: { unit: "one", onto: id("a"), files: ["w", "x", "y", "z"] },
};
const tried: WorkEvent = {
  type: "LandingTried",
  data: {
    unit: "one",
    commit: id("c"),
    passed: false,
    said: "tests: `make`: exit 1\nit \u001b[31mbroke",
    green: [],
  },
};
const red = [...checked, take("one", "b"), merge("one", "a", "c")];
const failing: WorkCommand = {
  type: "TryLanding",
  data: { unit: "one", commit: id("c"), proofs: [proof(1)] },
};
const begin: WorkCommand = { type: "BeginMend", data: { unit: "one" } };
const ended: WorkCommand = { type: "EndMend", data: { unit: "one", why: "it gave up" } };

const lines: readonly (readonly [string, WorkEvent, readonly WorkCommand[], string])[] = [
  [
    "a conflict",
    found,
    [base, take("one", "b"), conflict],
    "again: one conflicts in w, x, y and 1 more; its agent mends it (1 of 3)",
  ],
  [
    "a red check",
    tried,
    [...red, failing],
    "again: one fails on the merged tree: tests: `make`: exit 1; its agent mends it (1 of 3)",
  ],
  [
    "one that is being mended by then",
    tried,
    [...red, failing, begin, ended, begin],
    "again: one fails on the merged tree: tests: `make`: exit 1; its agent mends it (2 of 3)",
  ],
  [
    "one that was mended three times",
    tried,
    [...red, failing, begin, ended, begin, ended, begin, ended],
    "again: one fails on the merged tree: tests: `make`: exit 1; you are asked what to do",
  ],
  [
    "one that is gone by then",
    tried,
    [base],
    "again: one fails on the merged tree: tests: `make`: exit 1",
  ],
];

for (const [what, event, commands, line] of lines)
  test(`${what} is told in one line, with what happens next`, () => {
    const told = news(event, siteOf(commands), false);
    assert.equal(`${told?.word}: ${told?.text}`, line);
  });

test("what a person committed, and what nobody mends any more, isn't promised to an agent", () => {
  const theirs: WorkCommand = {
    type: "TakeWork",
    data: { unit: branchUnit, doer: { ...doer, role: branchRole }, work: commit("b") },
  };
  const data = { unit: branchUnit, onto: id("a"), files: ["x"] };
  const site = siteOf([base, theirs, { type: "ReportConflict", data }]);
  assert.match(
    news({ type: "ConflictFound", data }, site, false)?.text ?? "",
    /in x; you are asked what to do$/u,
  );
  assert.match(
    news(found, siteOf([base, take("one", "b"), conflict]), true)?.text ?? "",
    /1 more; it doesn't land$/u,
  );
});

test("a check that ran while others' work wasn't landed yet says when it counts", () => {
  const two: WorkCommand = {
    type: "TryLanding",
    data: { unit: "two", commit: id("e"), proofs: [proof(1)] },
  };
  const site = siteOf([...red, take("two", "d"), merge("two", "c", "e"), two]);
  const event: WorkEvent = {
    type: "LandingTried",
    data: { ...tried.data, unit: "two", commit: id("e") },
  };
  assert.match(news(event, site, false)?.text ?? "", /exit 1; that counts once one has landed$/u);
});

test("a red final head is told with the question that follows, and green trials are no news", () => {
  const final = {
    unit: "the final head",
    commit: id("c"),
    passed: false,
    said: "`make`: exit 1\nmore",
  };
  assert.equal(
    news({ type: "FinalTried", data: final }, null, false)?.text,
    "the final head: `make`: exit 1; you are asked what to do",
  );
  assert.equal(news({ type: "FinalTried", data: { ...final, passed: true } }, null, false), null);
  assert.equal(news({ ...tried, data: { ...tried.data, passed: true } }, siteOf(red), false), null);
});

test("how the checks ended before any work is told, green or red", () => {
  const told = (red: readonly { readonly name: string; readonly said: string }[]) =>
    news({ type: "BaseTried", data: { red } }, null, false);
  assert.deepEqual(told([]), { word: "ends", text: "all checks are green on the base" });
  const red = { word: "ends", text: "red on the base: tests" };
  assert.deepEqual(told([{ name: "tests", said: "exit 1" }]), red);
});
