// Tests of ultrawork's table of reports, row by row.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  around,
  begun,
  ended,
  executing,
  fold,
  jobOf,
  resolved,
  started,
  swept,
  task,
  verifying,
} from "../../../test/fixtures/ultrawork.ts";
import { asBriefed, refusedReason } from "../../core/misfit.ts";
import { refuse } from "../../core/refusal.ts";
import type { UltraworkCommand } from "./commands.ts";
import { report } from "./report.ts";
import { fallbackSummary } from "./report/planning.ts";

const one = [
  task("1", [
    ["a", "npm test"],
    ["b", null],
  ]),
];
const explorer = jobOf(
  fold(started({ explorers: [{ id: "exp-1", hint: "all" }] })),
  "explore-exp-1-1",
);
const planner = jobOf(fold(started()), "plan-1");
const worker = jobOf(fold(...executing(one)), "task-1-1");
const autoWorker = jobOf(fold(...executing(one, { mode: "auto" })), "task-1-1");
const verifying1 = fold(...executing(one), begun("1"), resolved("1"), ...verifying, swept);
const verifier = jobOf(verifying1, "verify-1-1");

/** Types of the commands; for failures also their kind. */
const said = (commands: readonly UltraworkCommand[]): readonly string[] =>
  commands.map((command) =>
    command.type === "ReportFailure" ? `${command.type} ${command.data.kind}` : command.type,
  );
const reason = (commands: readonly UltraworkCommand[]): string => {
  const [first] = commands;
  return first?.type === "ReportFailure" ? first.data.reason : "";
};
const done = {
  task: "1",
  status: "done",
  summary: "did it",
  evidence: [{ criterion: 1, command: "npm test", output: "ok" }],
};

test("any agent that is granted begins, one that was never launched is given back", () => {
  assert.deepEqual(report(worker, { ...around, is: "granted" }), [
    {
      type: "BeginJob",
      data: { job: "task-1-1", holder: around.holder, hosted: true, leased: true },
    },
  ]);
  assert.deepEqual(
    report(worker, { ...around, is: "granted" }, refuse("JOB_UNREADY", "not now")),
    [],
  );
  assert.deepEqual(said(report(verifier, { ...around, is: "unstarted", why: "no such program" })), [
    "ReportFailure released",
  ]);
});

test("a report that was handed in counts, though its host died and nobody can know how the process ended", () => {
  const lost = { exit: null, reason: "lost" } as const;
  assert.deepEqual(said(report(worker, ended(done, lost))), ["ClaimEvidence", "ClaimDone"]);
  assert.deepEqual(said(report(worker, ended({ ...done, status: "failed" }, lost))), [
    "ReportFailure failed",
  ]);
  assert.deepEqual(said(report(worker, ended(done, { ...lost, found: "several" }))), [
    "ReportFailure lost",
  ]);
});

test("how an agent ended outweighs what it wrote", () => {
  assert.deepEqual(said(report(planner, ended(undefined, { exit: 3 }))), ["ReportFailure crashed"]);
  assert.deepEqual(said(report(planner, ended({}, { exit: null, reason: "killed" }))), [
    "ReportFailure crashed",
  ]);
  assert.deepEqual(said(report(worker, ended(done, { exit: null, reason: "timeout" }))), [
    "ReportFailure timeout",
  ]);
  assert.deepEqual(said(report(worker, ended(done, { exit: null, reason: "flooded" }))), [
    "ReportFailure crashed",
  ]);
  assert.deepEqual(said(report(worker, ended(undefined, { exit: null, reason: "lost" }))), [
    "ReportFailure lost",
  ]);
  assert.deepEqual(
    said(report(worker, ended(undefined, { hosted: false, exit: null, reason: "lapsed" }))),
    ["ReportFailure lapsed"],
  );
});

test("free text is never a report: nothing said is silent, what can't be read is garbage", () => {
  assert.deepEqual(said(report(worker, ended(undefined))), ["ReportFailure silent"]);
  assert.deepEqual(said(report(verifier, ended(undefined))), ["ReportFailure silent"]);
  for (const found of ["broken", "several", "foreign"] as const)
    assert.deepEqual(said(report(worker, ended(undefined, { found }))), ["ReportFailure garbage"]);
  assert.match(
    reason(report(worker, ended(undefined, { fault: { kind: "quota" } }))),
    /its limit at the model server/,
  );
});

test("why a program failed is recorded in its own last words, so that every machine has them; what cairn said to it is none", () => {
  const errors = "Traceback:\nNameError: name 'plan2' is not defined\n";
  assert.equal(
    reason(report(verifier, ended(undefined, { exit: 1, errors }))),
    "ended with exit code 1; its last words: NameError: name 'plan2' is not defined",
  );
  const refused = refusedReason(refuse("REPORT_MISFIT", "/task is missing", asBriefed));
  const answer =
    "working\nREPORT_MISFIT: /task is missing (/task)\n  the form that the job's brief describes\n";
  assert.equal(
    reason(report(worker, ended(undefined, { exit: 1, errors: answer, refused }))),
    `ended with exit code 1; the report that it handed in was refused: ${refused}; its last words: working`,
  );
});

test("a report that doesn't fit is told all that is wrong with it", () => {
  const wrong = reason(report(worker, ended({ task: 1, status: "finished" })));
  for (const part of [
    "its report isn't what its brief asks for: ",
    "/task must be a string, not a number",
    "/status must be one of done, failed, needs_context",
    "/summary is missing",
  ])
    assert.ok(wrong.includes(part), part);
});

test("an explorer's report is recorded; its file alone is, too, by a marked summary", () => {
  const findings = { summary: "s", key_files: ["a.ts"], patterns: [], constraints: [] };
  const notes = {
    "~/.claude/ultrawork/shop/sessions/abc/exploration/exp-1.md":
      "# T\n\n## Overview\nA shop.\n\n## Key files\n",
  };
  const [recorded] = report(explorer, ended(findings, { files: notes }));
  assert.deepEqual(recorded, {
    type: "RecordExploration",
    data: { explorer: "exp-1", hint: "all", file: "exploration/exp-1.md", ...findings },
  });
  for (const outcome of [
    ended(undefined, { files: notes }),
    ended(undefined, { files: notes, exit: null, reason: "lost" }),
  ]) {
    const [fallback] = report(explorer, outcome);
    assert.ok(fallback?.type === "RecordExploration");
    assert.equal(fallback.data.summary, "[from its file] A shop.");
  }
  assert.deepEqual(said(report(explorer, ended(undefined))), ["ReportFailure silent"]);
  assert.deepEqual(said(report(explorer, ended(undefined, { exit: null, reason: "lost" }))), [
    "ReportFailure lost",
  ]);
});

test("the fallback summary is the overview, else the first paragraph, and never long", () => {
  assert.equal(
    fallbackSummary("# Title\n\nFirst words\nof it.\n\nMore."),
    "[from its file] First words\nof it.",
  );
  assert.equal(
    fallbackSummary(`## Overview\n\n${"x".repeat(900)}`).length,
    "[from its file] ".length + 500,
  );
});

test("a planner proposes, asks or fails; a refused plan is garbage with all findings", () => {
  const plan = { tasks: [{ id: "1", subject: "x", success_criteria: ["a"], description: null }] };
  assert.deepEqual(report(planner, ended({ status: "plan", plan })), [
    {
      type: "ProposePlan",
      data: { plan: { tasks: [{ id: "1", subject: "x", success_criteria: ["a"] }] } },
    },
  ]);
  const refusal = {
    ...refuse("PLAN_EMPTY", "no task"),
    more: [refuse("PLAN_EMPTY", "no task"), refuse("GRAPH_CYCLIC", "1 → 1")],
  };
  const again = report(planner, ended({ status: "plan", plan }), refusal);
  assert.deepEqual(said(again), ["ReportFailure garbage"]);
  assert.match(reason(again), /PLAN_EMPTY: no task\nGRAPH_CYCLIC: 1 → 1/);
  const questions = [{ text: "Which?", options: ["a", "b"] }, { text: "When?" }];
  assert.deepEqual(said(report(planner, ended({ status: "questions", questions }))), [
    "AskQuestion",
    "AskQuestion",
  ]);
  assert.deepEqual(said(report(planner, ended({ status: "questions" }))), [
    "ReportFailure garbage",
  ]);
  assert.equal(
    reason(report(planner, ended({ status: "failed", reason: "too vague" }))),
    "too vague",
  );
});

test("a silent planner's draft is its plan; if that is none, it was silent", () => {
  assert.deepEqual(report(planner, ended(undefined)), [{ type: "ProposePlan", data: {} }]);
  assert.deepEqual(said(report(planner, ended(undefined), refuse("PLAN_EMPTY", "no task"))), [
    "ReportFailure silent",
  ]);
});

test("a worker's done is claims and a claim of done", () => {
  assert.deepEqual(report(worker, ended(done)), [
    {
      type: "ClaimEvidence",
      data: { task: "1", criterion: 1, type: "command_output", text: "ok", command: "npm test" },
    },
    {
      type: "ClaimDone",
      data: { task: "1", summary: "did it", files: [], commits: [], concerns: "" },
    },
  ]);
});

test("evidence for a criterion that isn't there is kept as a claim without one", () => {
  const [claim] = report(
    worker,
    ended({
      ...done,
      evidence: [
        { criterion: "c", output: "ok" },
        { criterion: "b", path: "x.md" },
      ],
    }),
  );
  assert.deepEqual(claim, {
    type: "ClaimEvidence",
    data: { task: "1", type: "manual", text: '(for "c") ok' },
  });
});

test("contradictions count as not done", () => {
  assert.match(reason(report(worker, ended(done, { exit: 1 }))), /ended with exit code 1/);
  assert.match(
    reason(report(worker, ended({ ...done, evidence: [{ criterion: 1, met: false }] }))),
    /as unmet: 1/,
  );
  assert.deepEqual(said(report(worker, ended({ ...done, task: "2" }))), ["ReportFailure garbage"]);
});

test("an exit code alone counts as done only where the agent is configured so", () => {
  assert.deepEqual(said(report(worker, ended(undefined, { done: "exit" }))), ["ClaimDone"]);
  assert.deepEqual(said(report(worker, ended(undefined, { done: "exit", exit: 1 }))), [
    "ReportFailure crashed",
  ]);
  assert.deepEqual(said(report(verifier, ended(undefined, { done: "exit" }))), [
    "ReportFailure silent",
  ]);
});

test("a worker that needs to know asks, or in auto mode fails with its question", () => {
  const asks = {
    task: "1",
    status: "needs_context",
    summary: "",
    question: { text: "Which port?", options: ["80"] },
  };
  assert.deepEqual(report(worker, ended(asks)), [
    { type: "AskQuestion", data: { about: "1", text: "Which port?", options: ["80"] } },
  ]);
  assert.equal(reason(report(autoWorker, ended(asks))), "needs to know: Which port?");
});

test("PASS beside an unmet criterion or an issue is read as FAIL", () => {
  const verdict = {
    sweep: 1,
    verdict: "PASS",
    judgements: [{ task: "1", criterion: 1, judgement: "met" }],
  };
  const issue = { summary: "gap", done_when: "it is there" };
  const verdictOf = (more: object): string => {
    const [command] = report(verifier, ended({ ...verdict, ...more }));
    return command?.type === "RecordVerdict" ? command.data.verdict : (command?.type ?? "nothing");
  };
  assert.equal(verdictOf({}), "PASS");
  assert.equal(verdictOf({ issues: [issue] }), "FAIL");
  assert.equal(
    verdictOf({ judgements: [{ task: "1", criterion: 1, judgement: "unmet" }] }),
    "FAIL",
  );
  assert.equal(verdictOf({ sweep: 2 }), "ReportFailure");
});

test("a verdict that was refused is garbage, unless what it judged is over", () => {
  const verdict = ended({ sweep: 1, verdict: "PASS", judgements: [] });
  assert.deepEqual(
    said(report(verifier, verdict, refuse("VERDICT_INCOMPLETE", "1.1 isn't judged"))),
    ["ReportFailure garbage"],
  );
  assert.deepEqual(report(verifier, verdict, refuse("VERDICT_OUTDATED", "sweep 2 is open")), []);
});
