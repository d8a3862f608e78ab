// Table of ultrawork's reports: each status, each misfit, and what stands for a missing report.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Job } from "../../core/job.ts";
import type { Heard, Report, WorkAbout } from "../../work/dialect.ts";
import { judgeReport, workerReport } from "../../work/usual-reports.ts";
import { explorerReport, fallbackSummary, plannerReport, verifierReport } from "./reports.ts";

const worker = workerReport({});

const job: Job = {
  key: "task-1-1",
  about: null,
  subject: "1",
  kind: "agent",
  role: "worker",
  why: null,
  begun: true,
  writes: "nothing",
  reads: [],
  limits: { ms: 1, bytes: 1, tries: 1 },
  doubt: "retry",
};
const note = "~/s/exploration/exp-1.md";
const about: WorkAbout = {
  is: "work",
  unit: "1",
  kind: "task",
  auto: false,
  criteria: ["a", "b"],
  bare: [],
  note: null,
};
const heard: Omit<Heard, "report"> = { hosted: true, exit: 0, files: {}, done: "report" };

type Row = {
  readonly report: unknown;
  readonly about?: Partial<WorkAbout>;
  readonly heard?: Partial<Heard>;
  /** Type and data of each command; a misfit's pointers. */
  readonly gives: readonly unknown[];
};
const table = (reader: Report, rows: Readonly<Record<string, Row>>): void => {
  for (const [name, row] of Object.entries(rows))
    test(`${reader.name}: ${name}`, () => {
      const read = reader.read(
        job,
        { ...about, ...row.about },
        { ...heard, report: row.report, ...row.heard },
      );
      const gives =
        "misfits" in read
          ? read.misfits.map(({ pointer, text }) => `${pointer} ${text}`)
          : read.map(({ type, data }) => [type, data]);
      assert.deepEqual(JSON.parse(JSON.stringify(gives)), row.gives);
    });
};
const failure = (reason: string) => ["ReportFailure", { job: "task-1-1", kind: "failed", reason }];
const isDone = (summary: string, concerns = "") => ["ReportDone", { unit: "1", summary, concerns }];

const found = { summary: "s", key_files: ["a.ts"], patterns: [], constraints: [] };
const explorer = { unit: "exp-1", note };
table(explorerReport, {
  "without a note": {
    report: found,
    about: explorer,
    gives: [["RecordExploration", { explorer: "exp-1", file: null, ...found }]],
  },
  "with a note": {
    report: { ...found, more: 1 },
    about: explorer,
    heard: { files: { [note]: "# N" } },
    gives: [["RecordExploration", { explorer: "exp-1", file: "exploration/exp-1.md", ...found }]],
  },
  misfits: {
    report: { summary: " ", key_files: "a.ts", patterns: [] },
    gives: [
      "/summary must not be empty",
      "/key_files must be an array, not a string",
      "/constraints is missing",
    ],
  },
});

const plan = { tasks: [{ id: "1", subject: "x", success_criteria: ["a"], complexity: null }] };
table(plannerReport, {
  plan: { report: { status: "plan", plan }, gives: [["ProposePlan", { plan }]] },
  questions: {
    report: {
      status: "questions",
      questions: [
        { text: "Which?", options: ["a"] },
        { text: "When?", options: null },
      ],
    },
    about: { unit: "plan" },
    gives: [
      ["Ask", { unit: "plan", text: "Which?", options: ["a"] }],
      ["Ask", { unit: "plan", text: "When?", options: [] }],
    ],
  },
  failed: { report: { status: "failed", reason: "too vague" }, gives: [failure("too vague")] },
  "failed without a reason": {
    report: { status: "failed" },
    gives: [failure("the planner gave up without a reason")],
  },
  "no question": {
    report: { status: "questions" },
    gives: ["/questions must hold at least one question"],
  },
  "eleven questions": {
    report: { status: "questions", questions: Array.from({ length: 11 }, () => ({ text: "?" })) },
    gives: ["/questions must have at most 10 entries, has 11"],
  },
  "no plan": { report: { status: "plan" }, gives: ["/plan is missing"] },
  "a plan that doesn't fit": {
    report: { status: "plan", plan: { tasks: [{ id: 1, subject: "", success_criteria: [{}] }] } },
    gives: [
      "/plan/tasks/0/id must be a string, not a number",
      "/plan/tasks/0/subject must not be empty",
      "/plan/tasks/0/success_criteria/0/criteria is missing",
    ],
  },
  "no status": { report: {}, gives: ["/status is missing"] },
});

const unknown = { unit: "1", text: "Which port?", options: ["80"] };
const asking = {
  status: "needs_context",
  summary: "",
  question: { text: "Which port?", options: ["80"] },
};
table(worker, {
  done: {
    report: {
      status: "done",
      summary: "did it",
      concerns: "slow",
      evidence: [
        { criterion: 1, command: "npm test", output: "ok" },
        { criterion: "b", path: "x.md" },
        { criterion: "c", output: "seen", type: null },
        { criterion: 3 },
      ],
    },
    gives: [
      ["ClaimEvidence", { unit: "1", criterion: 1, text: "ok", command: "npm test" }],
      ["ClaimEvidence", { unit: "1", criterion: "b", text: "", path: "x.md" }],
      ["ClaimEvidence", { unit: "1", criterion: "c", text: "seen" }],
      ["ClaimEvidence", { unit: "1", criterion: 3, text: "" }],
      isDone("did it", "slow"),
    ],
  },
  "done, with a bad exit": {
    report: { status: "done", summary: "" },
    heard: { exit: 1 },
    gives: [failure("reported done, but ended with exit code 1.")],
  },
  "done, elsewhere": {
    report: { status: "done", summary: "x" },
    heard: { exit: null, hosted: false },
    gives: [isDone("x")],
  },
  failed: { report: { status: "failed", summary: "no way" }, gives: [failure("no way")] },
  "failed, with a bad exit and without words": {
    report: { status: "failed", summary: "" },
    heard: { exit: 1 },
    gives: [failure("the worker gave up without a reason")],
  },
  needs_context: { report: asking, gives: [["Ask", unknown]] },
  "needs_context in auto mode": {
    report: asking,
    about: { auto: true },
    gives: [failure("needs to know: Which port?")],
  },
  "needs_context without a question": {
    report: { status: "needs_context", summary: "the port" },
    gives: [["Ask", { unit: "1", text: "the port", options: [] }]],
  },
  misfits: {
    report: { status: "finished", evidence: [{ criterion: 0 }] },
    gives: [
      "/status must be one of done, failed, needs_context",
      "/summary is missing",
      "/evidence/0/criterion must be at least 1, not 0",
    ],
  },
});

const met = { task: "1", criterion: 1, judgement: "met" };
const judged = { unit: "1", criterion: 1, judgement: "met", note: "" };
const verdict = (is: string, judgements: readonly object[], issues: readonly object[] = []) => [
  "RecordVerdict",
  { unit: "verify", verdict: is, judgements, issues, notes: "" },
];
const whole = { is: "judge", unit: "verify" } as const;
table(verifierReport, {
  PASS: {
    report: { verdict: "PASS", judgements: [met], issues: null },
    about: whole,
    gives: [verdict("PASS", [judged])],
  },
  "PASS beside an unmet criterion": {
    report: { verdict: "PASS", judgements: [{ ...met, judgement: "unmet", note: "n" }] },
    about: whole,
    gives: [verdict("PASS", [{ ...judged, judgement: "unmet", note: "n" }])],
  },
  "PASS beside an unproven criterion": {
    report: { verdict: "PASS", judgements: [{ ...met, judgement: "unproven" }] },
    about: whole,
    gives: [verdict("PASS", [{ ...judged, judgement: "unproven" }])],
  },
  "PASS beside issues": {
    report: {
      verdict: "PASS",
      judgements: [met],
      issues: [
        { summary: "gap", done_when: "it is there", task: null },
        { summary: "red", done_when: "green", task: "1", criterion: 1, check: { command: "x" } },
      ],
    },
    about: whole,
    gives: [
      verdict(
        "PASS",
        [judged],
        [
          { summary: "gap", done_when: "it is there" },
          { summary: "red", done_when: "green", unit: "1", criterion: 1, check: { command: "x" } },
        ],
      ),
    ],
  },
  misfits: {
    report: { verdict: "OK", judgements: [{ ...met, criterion: 0 }], issues: [{ summary: "x" }] },
    gives: [
      "/verdict must be one of PASS, FAIL",
      "/judgements/0/criterion must be at least 1, not 0",
      "/issues/0/done_when is missing",
    ],
  },
});

const given = { ...judged, note: "n" };
table(judgeReport, {
  "all met": {
    report: { judgements: [{ criterion: 1, met: true, note: "n" }] },
    gives: [["RecordVerdict", { unit: "1", verdict: "PASS", judgements: [given], notes: "" }]],
  },
  "one of two met": {
    report: {
      judgements: [1, 2].map((n) => ({ criterion: n, met: n === 1, note: "n" })),
      note: "so",
    },
    gives: [
      [
        "RecordVerdict",
        {
          unit: "1",
          verdict: "FAIL",
          judgements: [given, { ...given, criterion: 2, judgement: "unmet" }],
          notes: "so",
        },
      ],
    ],
  },
});

test("files or an exit code stand for a missing report where nobody doubts them", () => {
  const none: Heard = { ...heard, report: undefined };
  const stands = (reader: Report, of: Heard, lost = false, which = about) =>
    reader.silent?.(which, of, lost)?.map(({ type }) => type) ?? null;
  const explored = { ...about, ...explorer };
  const noted = { ...none, files: { [note]: "## Overview\nA shop." } };
  assert.deepEqual(stands(explorerReport, noted, true, explored), ["RecordExploration"]);
  assert.equal(stands(explorerReport, none, false, explored), null);
  assert.equal(stands(plannerReport, none, true), null);
  assert.deepEqual(stands(worker, { ...none, done: "exit" }), ["ReportDone"]);
  assert.equal(stands(worker, { ...none, done: "exit", exit: 1 }), null);
  assert.equal(stands(worker, { ...none, done: "exit" }, true), null);
  assert.equal(stands(worker, none), null);
  assert.equal(stands(verifierReport, { ...none, done: "exit" }), null);
});

test("the fallback summary is the overview, else what is no heading, and never long", () => {
  const marked = "[from its file] ";
  assert.equal(
    fallbackSummary("# T\n\n## Overview\nA shop.\n\n## Key files\n"),
    `${marked}A shop.`,
  );
  assert.equal(fallbackSummary("# T\n\nFirst\nof it."), `${marked}First\nof it.`);
  assert.equal(fallbackSummary(`## Overview\n\n${"x".repeat(900)}`).length, marked.length + 500);
});
