// Tests of gates' outcomes and people's answers as commands.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  common,
  jobOf,
  only,
  silent,
  types,
} from "../../../../test/fixtures/iterative-outcomes.ts";
import type { Job, Proof } from "../../../core/job.ts";
import type { About } from "../jobs/about.ts";
import type { IterativeCommand } from "../commands.ts";
import { report } from "../report.ts";
const proof = (more: Partial<Proof> = {}): Proof => ({
  argv: ["x"],
  cwd: ".",
  exit: 0,
  why: null,
  ms: 1,
  digest: "d",
  bytes: 2,
  text: "ok",
  tree: "t1",
  head: "h1",
  ...more,
});
const measured = { tree: "t2", head: "h2" };
const gateOf = (names: readonly string[]): Job => jobOf({ is: "gate", unit: "T1", n: 2, names });
const runs = (names: readonly string[], proofs: readonly Proof[]) =>
  only("RecordGate", gateOf(names), { ...common, is: "checked", proofs, measured }).checks.map(
    ({ name, passed }) => `${name} ${passed}`,
  );

test("a gate's checks are paired with their names, and an exit that nobody knows is red", () => {
  const data = only("RecordGate", gateOf(["build", "tests"]), {
    ...common,
    is: "checked",
    proofs: [
      proof(),
      proof({ exit: 1, text: Array.from({ length: 99 }, (_, line) => `line ${line}`).join("\n") }),
    ],
    measured,
  });
  assert.deepEqual(
    [data.unit, data.n, data.before, data.after],
    ["T1", 2, { tree: "t1", head: "h1" }, measured],
  );
  assert.deepEqual(
    [data.checks[1]?.excerpt.split("\n").length, data.checks[1]?.excerpt.split("\n")[0]],
    [40, "line 59"],
  );
  assert.deepEqual(
    runs(
      ["a", "b", "c"],
      [
        proof(),
        proof({ exit: null, why: "timed out" }),
        proof({ exit: null, why: "cannot be started: ENOENT" }),
      ],
    ),
    ["a true", "b false", "c false"],
  );
  assert.deepEqual(
    only("RecordGate", gateOf([]), { ...common, is: "checked", proofs: [], measured }).before,
    measured,
  );
});

test("a gate that was stopped on the way says nothing, and is run anew", () => {
  assert.deepEqual(types(gateOf(["a"]), { ...silent, reason: "killed", exit: null }), []);
  assert.deepEqual(
    types(jobOf({ is: "archive" }), { ...common, is: "checked", proofs: [], measured }),
    ["RecordArchive"],
  );
});

const approve: About = { is: "approve", rev: 3, proposed: true };
const asks = (...options: readonly string[]): About => ({
  is: "question",
  question: "q1",
  options,
});
const stuck: About = { is: "stuck", unit: "T4", n: 2 };
const deliver: About = { is: "deliver" };
/** About · option · note · data · the command. */
const answers: readonly (readonly [About, string, string, unknown, string])[] = [
  [approve, "approve", "", null, 'ApprovePlan {"rev":3}'],
  [approve, "reject", "smaller", null, 'RejectPlan {"rev":3,"note":"smaller"}'],
  [approve, "cancel", "", null, "Cancel {}"],
  [
    { is: "approve", rev: 0, proposed: false },
    "again",
    "",
    null,
    'SetSettings {"settings":{"planner":"agent"}}',
  ],
  [asks("a", "b"), "2", "", null, 'AnswerQuestion {"question":"q1","answers":["b"]}'],
  [asks(), "other", "c", null, 'AnswerQuestion {"question":"q1","answers":["c"]}'],
  [asks(), "skip", "", null, 'AnswerQuestion {"question":"q1","skip":true}'],
  [
    asks(),
    "several",
    "",
    { answers: ["a", "b"] },
    'AnswerQuestion {"question":"q1","answers":["a","b"]}',
  ],
  [
    { is: "brief" },
    "write",
    "",
    { outcome: "x", done_when: ["y"] },
    'WriteBrief {"outcome":"x","done_when":["y"]}',
  ],
  [stuck, "raise", "", { n: 3 }, 'AnswerUnit {"unit":"T4","asked":2,"option":"raise","n":3}'],
  [
    stuck,
    "accept",
    "later",
    null,
    'AnswerUnit {"unit":"T4","asked":2,"option":"accept","text":"later"}',
  ],
  [
    stuck,
    "simplify",
    "",
    { criteria: ["less"], n: 2 },
    'AnswerUnit {"unit":"T4","asked":2,"option":"simplify","n":2,"criteria":["less"]}',
  ],
  [
    stuck,
    "model",
    "",
    { model: "opus" },
    'AnswerUnit {"unit":"T4","asked":2,"option":"model","model":"opus"}',
  ],
  [
    { is: "hand-back", unit: "T4" },
    "hand-back",
    "mended",
    null,
    'HandBack {"unit":"T4","did":"mended"}',
  ],
  [
    { is: "judge", n: 1 },
    "accept",
    "enough",
    null,
    'AnswerReview {"asked":1,"option":"accept","reason":"enough"}',
  ],
  [deliver, "approve", "fine", null, 'ApproveDelivery {"reason":"fine"}'],
  [deliver, "check-again", "", null, "RejectDelivery {}"],
  [
    deliver,
    "reject",
    "",
    { issues: [{ problem: "slow", unit: "T1" }] },
    'RejectDelivery {"issues":[{"severity":"major","problem":"slow","unit":"T1"}]}',
  ],
];
test("each answer of a person is one command", () => {
  for (const [about, option, note, data, comes] of answers) {
    const [command] = report(jobOf(about), { ...common, is: "decided", option, note, data });
    assert.equal(`${command?.type} ${JSON.stringify(command?.data)}`, comes);
  }
});

test("a rejection in words alone is its issue; fields that don't fit are no answer", () => {
  const decided = (
    about: About,
    option: string,
    note: string,
    data: unknown,
  ): readonly IterativeCommand[] =>
    report(jobOf(about), { ...common, is: "decided", option, note, data });
  const issue = [
    { type: "RejectDelivery", data: { issues: [{ severity: "major", problem: "no index" }] } },
  ];
  for (const data of [null, {}])
    assert.deepEqual(decided({ is: "deliver" }, "reject", "no index", data), issue);
  assert.deepEqual(decided({ is: "deliver" }, "reject", "no index", { issues: ["slow"] }), []);
  assert.deepEqual(decided({ is: "stuck", unit: "T4", n: 2 }, "raise", "", { n: 200 }), []);
  assert.deepEqual(
    decided({ is: "question", question: "q1", options: ["a"] }, "several", "", {}),
    [],
  );
});
