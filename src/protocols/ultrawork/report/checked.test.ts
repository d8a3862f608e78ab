// Tests of check outcomes and manual answers turned into commands, in ultrawork.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  around,
  begun,
  claimed,
  ended,
  executing,
  failed,
  fold,
  jobOf,
  resolved,
  started,
  swept,
  task,
  verifying,
} from "../../../../test/fixtures/ultrawork.ts";
import type { Proof } from "../../../core/job.ts";
import { report } from "../report.ts";

const one = [
  task("1", [
    ["a", "npm test"],
    ["b", null],
  ]),
];

const proof: Proof = {
  argv: ["npm", "test"],
  cwd: ".",
  exit: 0,
  why: null,
  ms: 5,
  digest: "d",
  bytes: 2,
  text: "ok",
  before: "t",
  after: "t",
  head: null,
};
const measured = { tree: "t", head: "h" };

test("what a check showed is judged for each criterion that shares it", () => {
  const shared = [
    task("1", [
      ["a", "npm test"],
      ["b", { type: "command_output", command: "npm test", match: "100 %" }],
      ["c", { type: "test_result", command: "npm test" }],
    ]),
  ];
  const check = jobOf(fold(...executing(shared), begun("1"), claimed("1")), "check-1-1-1.0");
  const [record] = report(check, {
    ...around,
    is: "checked",
    proofs: [{ ...proof, text: "0 tests" }],
    measured,
  });
  assert.ok(record?.type === "RecordCheck");
  assert.deepEqual(
    record.data.results.map(({ criterion, passed }) => [criterion, passed]),
    [
      [1, true],
      [2, false],
      [3, false],
    ],
  );
  assert.deepEqual(report(check, ended(undefined, { reason: "lost" })), []);
});

test("an exit that is unknown is no pass", () => {
  const check = jobOf(fold(...executing(one), begun("1"), claimed("1")), "check-1-1-1.0");
  const [record] = report(check, {
    ...around,
    is: "checked",
    proofs: [{ ...proof, exit: null, why: "killed by SIGKILL" }],
    measured,
  });
  assert.ok(record?.type === "RecordCheck");
  assert.deepEqual(record.data.results, [
    { task: "1", criterion: 1, passed: false, why: "killed by SIGKILL" },
  ]);
});

test("a baseline is recorded as it is, and done without where it is lost", () => {
  const baseline = jobOf(fold(...executing(one, { baseline: true })), "baseline-1");
  const before = fold(...executing(one, { baseline: true })).base.tree;
  assert.deepEqual(
    report(baseline, {
      ...around,
      is: "checked",
      proofs: [{ ...proof, before, exit: 1 }],
      measured,
    }),
    [
      {
        type: "RecordBaseline",
        data: {
          task: "1",
          results: [{ criterion: 1, exit: 1, passed: false, why: "exit 1" }],
          note: null,
        },
      },
    ],
  );
  assert.deepEqual(report(baseline, ended(undefined, { reason: "lost" })), [
    { type: "RecordBaseline", data: { task: "1", results: [], note: "not known: lost" } },
  ]);
});

test("what failed on another tree than the run's base says nothing of what was before the work; what passed does", () => {
  const first = jobOf(fold(...executing(one, { baseline: true })), "baseline-1");
  const note = "not known: the tree wasn't the one that the run began on";
  const recorded = (exit: number) =>
    report(first, {
      ...around,
      is: "checked",
      proofs: [{ ...proof, before: "moved", exit }],
      measured,
    });
  assert.deepEqual(recorded(1), [
    { type: "RecordBaseline", data: { task: "1", results: [], note } },
  ]);
  assert.deepEqual(recorded(0), [
    {
      type: "RecordBaseline",
      data: { task: "1", results: [{ criterion: 1, exit: 0, passed: true, why: null }], note },
    },
  ]);
});

test("the last measuring of a sweep and the seal say what the tree was", () => {
  const sweep = fold(
    ...executing([task("1", [["a", null]])]),
    begun("1"),
    resolved("1"),
    ...verifying,
  );
  const [record] = report(jobOf(sweep, "recheck-1-verify-1"), {
    ...around,
    is: "checked",
    proofs: [],
    measured,
  });
  assert.ok(record?.type === "RecordCheck");
  assert.deepEqual(
    [record.data.before, record.data.after, record.data.results],
    ["t", "t", [{ task: "verify", criterion: 1, passed: true, why: null }]],
  );
});

test("each answer to a decision is the command that it stands for", () => {
  const stuck = jobOf(fold(...executing(one), begun("1"), failed("1")), "stuck-1");
  const answer = (option: string, data: unknown = null) =>
    report(stuck, { ...around, is: "decided", option, note: "because", data });
  assert.deepEqual(answer("retry"), [
    { type: "RetryTask", data: { task: "1", reason: "because" } },
  ]);
  assert.deepEqual(answer("waive"), [{ type: "Waive", data: { task: "1", reason: "because" } }]);
  assert.deepEqual(answer("fail"), [{ type: "Fail", data: { reason: "because" } }]);
  assert.deepEqual(answer("dance"), []);
});

test("a question is answered by an offered word, or by one's own", () => {
  const asked = fold(started(), {
    type: "QuestionAsked",
    data: { id: "1", about: "plan", job: "plan-1", text: "Which?", options: ["red", "blue"] },
  });
  const answer = (option: string, note: string, data: unknown = null): unknown =>
    report(jobOf(asked, "question-1"), { ...around, is: "decided", option, note, data })[0]?.data;
  assert.deepEqual(answer("2", ""), { question: "1", answer: "blue" });
  assert.deepEqual(answer("1", "dark"), { question: "1", answer: "red (dark)" });
  assert.deepEqual(answer("answer", "green"), { question: "1", answer: "green" });
  assert.deepEqual(answer("answer", "", { answer: "grey" }), { question: "1", answer: "grey" });
});

test("a person's verdict names every criterion, or the issues", () => {
  const byPerson = fold(
    ...executing([task("1", [["a", "x"]])], { verifier: "person" }),
    begun("1"),
    resolved("1"),
    ...verifying,
    swept,
  );
  const answer = (option: string, note: string, data: unknown = null): unknown =>
    report(jobOf(byPerson, "verdict-1"), { ...around, is: "decided", option, note, data })[0]?.data;
  const judgements = [{ task: "1", criterion: 1, judgement: "met", note: "" }];
  assert.deepEqual(answer("pass", "ok"), {
    sweep: 1,
    verdict: "PASS",
    judgements,
    issues: [],
    checks: [],
    notes: "ok",
  });
  const issue = { summary: "gap", severity: "major", done_when: "gap", files: [] };
  assert.deepEqual(answer("fail", "gap"), {
    sweep: 1,
    verdict: "FAIL",
    judgements: [],
    issues: [issue],
    checks: [],
    notes: "gap",
  });
});
