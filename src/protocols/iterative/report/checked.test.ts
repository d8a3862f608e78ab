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

test("each answer of a person is one command", () => {
  const decided = (
    about: About,
    option: string,
    note = "",
    data: unknown = null,
  ): IterativeCommand | undefined =>
    report(jobOf(about), { ...common, is: "decided", option, note, data })[0];
  const stuck: About = { is: "stuck", unit: "T4", n: 2 };
  const rows: readonly (readonly [IterativeCommand | undefined, IterativeCommand])[] = [
    [
      decided({ is: "approve", rev: 3, proposed: true }, "approve"),
      { type: "ApprovePlan", data: { rev: 3 } },
    ],
    [
      decided({ is: "approve", rev: 3, proposed: true }, "reject", "smaller"),
      { type: "RejectPlan", data: { rev: 3, note: "smaller" } },
    ],
    [decided({ is: "approve", rev: 3, proposed: true }, "cancel"), { type: "Cancel", data: {} }],
    [
      decided({ is: "approve", rev: 0, proposed: false }, "again"),
      { type: "SetSettings", data: { settings: { planner: "agent" } } },
    ],
    [
      decided({ is: "question", question: "q1", options: ["a", "b"] }, "2"),
      { type: "AnswerQuestion", data: { question: "q1", answers: ["b"] } },
    ],
    [
      decided({ is: "question", question: "q1", options: [] }, "other", "c"),
      { type: "AnswerQuestion", data: { question: "q1", answers: ["c"] } },
    ],
    [
      decided({ is: "question", question: "q1", options: [] }, "skip"),
      { type: "AnswerQuestion", data: { question: "q1", skip: true } },
    ],
    [
      decided({ is: "question", question: "q1", options: [] }, "several", "", {
        answers: ["a", "b"],
      }),
      { type: "AnswerQuestion", data: { question: "q1", answers: ["a", "b"] } },
    ],
    [
      decided({ is: "brief" }, "write", "", { outcome: "x", done_when: ["y"] }),
      { type: "WriteBrief", data: { outcome: "x", done_when: ["y"] } },
    ],
    [
      decided(stuck, "raise", "", { n: 3 }),
      { type: "AnswerUnit", data: { unit: "T4", asked: 2, option: "raise", n: 3 } },
    ],
    [
      decided(stuck, "accept", "no rate limit yet"),
      {
        type: "AnswerUnit",
        data: { unit: "T4", asked: 2, option: "accept", text: "no rate limit yet" },
      },
    ],
    [
      decided(stuck, "simplify", "", { criteria: ["less"], n: 2 }),
      {
        type: "AnswerUnit",
        data: { unit: "T4", asked: 2, option: "simplify", n: 2, criteria: ["less"] },
      },
    ],
    [
      decided(stuck, "model", "", { model: "opus" }),
      { type: "AnswerUnit", data: { unit: "T4", asked: 2, option: "model", model: "opus" } },
    ],
    [
      decided({ is: "hand-back", unit: "T4" }, "hand-back", "mended"),
      { type: "HandBack", data: { unit: "T4", did: "mended" } },
    ],
    [
      decided({ is: "judge", n: 1 }, "accept", "enough"),
      { type: "AnswerReview", data: { asked: 1, option: "accept", reason: "enough" } },
    ],
    [
      decided({ is: "deliver" }, "approve", "fine"),
      { type: "ApproveDelivery", data: { reason: "fine" } },
    ],
    [decided({ is: "deliver" }, "check-again"), { type: "RejectDelivery", data: {} }],
    [
      decided({ is: "deliver" }, "reject", "", { issues: [{ problem: "slow", unit: "T1" }] }),
      {
        type: "RejectDelivery",
        data: { issues: [{ severity: "major", problem: "slow", unit: "T1" }] },
      },
    ],
  ];
  for (const [given, wanted] of rows) assert.deepEqual(given, wanted);
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
