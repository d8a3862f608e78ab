// Table of refusals of commands, by the state of the run; no refusal of these rules goes untried.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  agentFor,
  brief,
  cancelled,
  delivering,
  discovering,
  engine,
  executing,
  file,
  foundRun,
  openRules,
  pass,
  planning,
  proposed,
  type Rules,
  settle,
  unit,
} from "../../../../test/fixtures/iterative-rules.ts";

const question = { text: "Which provider?", options: ["ours", "theirs"] };
const seven = Array.from({ length: 7 }, () => question);
const interviewer = agentFor("interviewer#1");
const planner = agentFor("planner#1");
const lessons = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ name: `lesson ${n}`, solution: "that way" }));
const doing = (rules: Rules, act: (rules: Rules) => void): Rules => {
  act(rules);
  return rules;
};
const states = {
  none: openRules,
  discovering,
  asking: () =>
    doing(discovering(), (rules) => {
      rules.send("AskQuestions", { questions: [question] }, interviewer);
    }),
  taught: () => discovering({ guardrails: lessons(100) }),
  planning,
  research: () => discovering({ domain: "research", brief }),
  proposed,
  executing,
  single: () => executing([unit("T1")]),
  working: () => doing(executing(), (rules) => pass(rules, "T1")),
  settled: () => doing(executing(), (rules) => settle(rules, "T2")),
  skippedBack: () =>
    doing(executing(), (rules) => {
      settle(rules, "T1");
      rules.send("SkipTo", { phase: "plan", reason: "new wishes" });
    }),
  delivering,
  cancelled,
  archived: () =>
    doing(delivering(), (rules) => {
      rules.send("ApproveDelivery", { tree: "t9" });
      rules.send("RecordArchive", {}, engine);
    }),
} as const satisfies Readonly<Record<string, () => Rules>>;

const long = "x".repeat(4_097);
const start = (more: object = {}) => ({ request: "Add login", ...more });
const gates = (...given: readonly object[]) => start({ settings: { gates: given } });
const adoption = (more: object) => {
  const lists = { corrections: [], quarantined: [], digests: {} };
  return { found: { ...foundRun, ...more }, ...lists };
};
const plan = (...units: readonly object[]) => ({ units });
const edit = (changes: object, id = "T2") => ({ unit: id, changes });
const issue = { severity: "major", problem: "no rate limit" };
const claim = { unit: "T9", claim: "done", where: "state.json" };
const commit = (hash: string, is: boolean) => ({ unit: "T1", hash, known: { [hash]: is } });
const template = { planner: "template" };
const extras = { file: "state.json", pointer: "", value: [["a", "x".repeat(70_000)]] };

type Case = readonly [code: string, type: string, data?: object, by?: Parameters<Rules["send"]>[2]];
const cases: Readonly<Record<keyof typeof states, readonly Case[]>> = {
  none: [
    ["RUN_UNKNOWN", "Pause"],
    ["FIELD_INVALID", "Start", {}],
    ["SLUG_INVALID", "Start", start({ slug: "Add Login" })],
    ["SLUG_INVALID", "Start", start({ slug: "archive" })],
    ["SLUG_INVALID", "Start", start({ slug: "a".repeat(41) })],
    ["FIELD_OVERSIZED", "Start", start({ task: "a".repeat(121) })],
    ["MODE_AMBIGUOUS", "Start", { request: "make it nice" }],
    ["MODE_AMBIGUOUS", "Start", { request: "make it nice", mode: "knowledge" }],
    ["DOMAIN_UNFIT", "Start", start({ mode: "development", domain: "research" })],
    ["DOMAIN_UNFIT", "Start", start({ domain: "cooking" })],
    ["DOMAIN_UNFIT", "Start", start({ domain: "writing,research" })],
    ["SETTINGS_INVALID", "Start", start({ settings: template })],
    ["SETTINGS_INVALID", "Start", gates({ name: "t", argv: [" "] })],
    ["SETTINGS_INVALID", "Start", gates({ name: "t", argv: ["!", "grep", "a"] })],
    ["SETTINGS_INVALID", "Start", gates({ name: "t", argv: ["a"], cwd: "../x" })],
    ["SETTINGS_INVALID", "Start", gates({ name: "t", argv: ["a"] }, { name: "t", argv: ["b"] })],
    ["ARCHIVE_MISSING", "Start", start({ guardrails_from: "user-auth", files: {} })],
    ["BRIEF_INCOMPLETE", "Start", start({ brief: { constraints: ["no new dependency"] } })],
    ["GUARDRAIL_EXCESSIVE", "Start", start({ guardrails: lessons(101) })],
    ["FILE_BROKEN", "Adopt", adoption({ slug: "User Auth" })],
    ["FILE_BROKEN", "Adopt", adoption({ domain: "research" })],
  ],
  discovering: [
    ["RUN_EXISTS", "Start", start()],
    ["RUN_EXISTS", "Adopt", adoption({})],
    ["QUESTION_EXCESSIVE", "AskQuestions", { questions: seven }, interviewer],
    [
      "FIELD_INVALID",
      "AskQuestions",
      { questions: [{ ...question, options: ["a"] }] },
      interviewer,
    ],
    ["BRIEF_INCOMPLETE", "WriteBrief", { outcome: "a login" }],
    ["BRIEF_INCOMPLETE", "WriteBrief", { outcome: " ", done_when: ["it is there"] }, file],
    ["DOMAIN_UNFIT", "WriteBrief", { ...brief, domain: "research" }],
    ["FIELD_OVERSIZED", "WriteBrief", { ...brief, notes: long }],
    ["PHASE_WRONG", "ProposePlan", plan(unit("T1")), planner],
    ["PHASE_WRONG", "SetContext", { goal: "x" }],
    ["JOB_UNKNOWN", "FailAttempt", { job: "interviewer", n: 2, why: "x" }, engine],
    ["JOB_UNKNOWN", "FailAttempt", { job: "planner", n: 1, why: "x" }, engine],
  ],
  asking: [
    ["QUESTION_UNKNOWN", "AnswerQuestion", { question: "q2", answers: ["ours"] }],
    ["OPTION_INVALID", "AnswerQuestion", { question: "q1" }],
    ["OPTION_INVALID", "AnswerQuestion", { question: "q1", answers: ["ours", "theirs"] }],
  ],
  taught: [["GUARDRAIL_EXCESSIVE", "AddGuardrail", { name: "Mocks", solution: "x" }]],
  planning: [
    ["SENDER_WRONG", "ProposePlan", plan(unit("T1")), agentFor("T1#1")],
    ["SENDER_WRONG", "ProposePlan", plan(unit("T1")), interviewer],
    ["PHASE_WRONG", "AskQuestions", { questions: [question] }, interviewer],
    ["PLAN_EMPTY", "ProposePlan", plan()],
    [
      "PLAN_OVERSIZED",
      "ProposePlan",
      plan(...Array.from({ length: 201 }, (_, n) => unit(`T${n + 1}`))),
    ],
    ["UNIT_MALFORMED", "ProposePlan", plan(unit("R1", { files: ["a"] }))],
    ["UNIT_MALFORMED", "ProposePlan", plan(unit("T01"))],
    ["UNIT_MALFORMED", "ProposePlan", plan(unit("T1", { title: "one\ntwo" }))],
    ["FIELD_OVERSIZED", "ProposePlan", plan(unit("T1", { title: "a".repeat(121) }))],
    ["UNIT_REPEATED", "ProposePlan", plan(unit("T1"), unit("T1"))],
    ["CRITERIA_EMPTY", "ProposePlan", plan(unit("T1", { criteria: [] }))],
    ["CRITERIA_EMPTY", "ProposePlan", plan(unit("T1", { criteria: [" "] }))],
    ["DEPENDENCY_UNKNOWN", "ProposePlan", plan(unit("T1", { depends: ["T9"] }))],
    ["GRAPH_CYCLIC", "ProposePlan", plan(unit("T1", { depends: ["T1"] }))],
    ["LIMIT_INVALID", "ProposePlan", plan(unit("T1", { max: 101 }))],
    ["LIMIT_INVALID", "ProposePlan", plan(unit("T1", { max: 0 }))],
    ["MODEL_UNKNOWN", "ProposePlan", plan(unit("T1", { model: "gigantic" }))],
    ["PATH_OUTSIDE", "ProposePlan", plan(unit("T1", { files: ["../other/x.ts"] }))],
    ["UNIT_OVERSIZED", "ProposePlan", plan(unit("T1", { criteria: ["y".repeat(1_900)] }))],
    [
      "CONTEXT_LONG",
      "ProposePlan",
      { ...plan(unit("T1")), context: { goal: "word ".repeat(200) } },
    ],
    ["PLAN_UNPROPOSED", "ApprovePlan"],
    ["PLAN_UNPROPOSED", "RejectPlan", { note: "no" }],
    ["PHASE_UNSKIPPABLE", "SkipTo", { phase: "verify", reason: "x" }],
  ],
  research: [
    ["OUTPUT_MISSING", "ProposePlan", plan(unit("R1", { output: undefined }))],
    ["OUTPUT_SHARED", "ProposePlan", plan(unit("R1"), unit("R2", { output: "outputs/r1.md" }))],
  ],
  proposed: [
    ["SENDER_WRONG", "ApprovePlan", {}, file],
    ["PLAN_CHANGED", "ApprovePlan", { rev: 7 }],
    ["PLAN_CHANGED", "RejectPlan", { rev: 7, note: "no" }],
    ["REASON_MISSING", "RejectPlan", { note: " " }],
    ["PHASE_WRONG", "AddUnit", { unit: unit("T3") }],
  ],
  executing: [
    ["SENDER_WRONG", "Pause", {}, engine],
    ["PHASE_WRONG", "WriteBrief", { notes: "x" }, planner],
    ["PLAN_FROZEN", "WriteBrief", { outcome: "less" }, file],
    ["PLAN_FROZEN", "WriteBrief", { done_when: ["less"] }, file],
    ["PLAN_FROZEN", "WriteBrief", { domain: "refactor" }, file],
    ["PHASE_WRONG", "ProposePlan", plan(unit("T1"))],
    ["PHASE_WRONG", "ApprovePlan"],
    ["PHASE_WRONG", "RejectPlan", { note: "no" }],
    ["UNIT_REPEATED", "AddUnit", { unit: unit("T2") }],
    ["PATH_OUTSIDE", "AddUnit", { unit: unit("T3", { files: [".git/config"] }) }],
    ["UNIT_UNKNOWN", "EditUnit", edit({ title: "x" }, "T9")],
    ["GRAPH_CYCLIC", "EditUnit", edit({ depends: ["T2"] }, "T1")],
    ["UNIT_NEEDED", "DropUnit", { unit: "T1", reason: "x" }],
    ["REASON_MISSING", "DropUnit", { unit: "T2" }],
    ["SENDER_WRONG", "DropUnit", { unit: "T2" }, file],
    ["LIMIT_INVALID", "SetLimit", { unit: "T1", max: 0 }],
    ["UNIT_UNKNOWN", "SetLimit", { unit: "T9", max: 9 }],
    ["FIELD_OVERSIZED", "SetNotes", { notes: long }],
    ["PHASE_WRONG", "SetContext", { goal: "x" }, planner],
    ["CONTEXT_LONG", "SetContext", { patterns: Array(40).fill("five words in each line") }],
    ["FIELD_INVALID", "AddGuardrail", { name: " ", solution: "x" }],
    ["GUARDRAIL_UNKNOWN", "EditGuardrail", { name: "Mocks", changes: { when: "x" } }],
    ["GUARDRAIL_UNKNOWN", "RemoveGuardrail", { name: "Mocks" }],
    ["UNIT_UNKNOWN", "AddNote", { unit: "T9", text: "x" }],
    ["FIELD_OVERSIZED", "AddNote", { text: long }],
    ["UNIT_UNKNOWN", "RecordClaim", claim, file],
    ["COMMIT_UNKNOWN", "RecordCommit", commit("abc1234", false), file],
    ["COMMIT_UNKNOWN", "RecordCommit", commit("HEAD~1", true), file],
    ["PHASE_UNSKIPPABLE", "SkipTo", { phase: "execute", reason: "x" }],
    ["PHASE_UNSKIPPABLE", "SkipTo", { phase: "complete", reason: "x" }],
    ["REASON_MISSING", "SkipTo", { phase: "verify", reason: "" }],
    ["PHASE_WRONG", "ApproveDelivery", { tree: "t9" }],
    ["PHASE_WRONG", "RejectDelivery"],
    ["RUN_LIVE", "Archive"],
    ["JOB_UNKNOWN", "RecordArchive", {}, engine],
    ["ARCHIVE_MISSING", "Unarchive"],
    ["FIELD_OVERSIZED", "Cancel", { reason: long }],
    ["SETTINGS_INVALID", "SetSettings", { settings: template }],
    ["FIELD_OVERSIZED", "KeepExtras", extras, file],
  ],
  single: [["UNIT_NEEDED", "DropUnit", { unit: "T1", reason: "x" }]],
  working: [
    ["EDIT_UNQUIET", "WriteBrief", { notes: "x" }, file],
    ["EDIT_UNQUIET", "AddUnit", { unit: unit("T3") }, file],
    ["UNIT_BUSY", "EditUnit", edit({ title: "x" }, "T1")],
    ["EDIT_UNQUIET", "EditUnit", edit({ title: "x" }), file],
    ["UNIT_BUSY", "DropUnit", { unit: "T1", reason: "x" }],
    ["LIMIT_INVALID", "SetLimit", { unit: "T1", max: 101 }],
    ["PLAN_FROZEN", "SetLimit", { unit: "T1", max: 9 }, file],
    ["EDIT_UNQUIET", "SetNotes", { notes: "x" }, file],
    ["EDIT_UNQUIET", "SetContext", { goal: "x" }, file],
    ["EDIT_UNQUIET", "EditGuardrail", { name: "Mocks", changes: { when: "x" } }, file],
    ["EDIT_UNQUIET", "RemoveGuardrail", { name: "Mocks" }, file],
    ["PASS_LIVE", "SkipTo", { phase: "verify", reason: "demo" }],
  ],
  settled: [
    ["UNIT_DONE", "EditUnit", edit({ title: "x" })],
    ["UNIT_DONE", "DropUnit", { unit: "T2", reason: "x" }],
  ],
  skippedBack: [["UNIT_NEEDED", "ProposePlan", plan(unit("T2"))]],
  delivering: [
    ["PHASE_WRONG", "EditUnit", edit({ title: "x" }, "T1")],
    ["DELIVERY_UNPROVEN", "ApproveDelivery", { tree: "t10" }],
    ["REASON_MISSING", "RejectDelivery", { issues: [{ ...issue, problem: " " }] }],
    ["UNIT_UNKNOWN", "RejectDelivery", { issues: [{ ...issue, unit: "T9" }] }],
  ],
  cancelled: [
    ["RUN_OVER", "Pause"],
    ["RUN_OVER", "AddNote", { text: "late" }],
  ],
  archived: [
    ["RUN_ARCHIVED", "Cancel"],
    ["RUN_ARCHIVED", "Archive"],
    ["FOLDER_TAKEN", "Unarchive", { taken: [".claude/iterative/add-login-by-email"] }],
  ],
};

for (const [state, from] of Object.entries(states))
  test(`refused, ${state}`, () => {
    const rows = Object.entries(cases).find(([name]) => name === state)?.[1] ?? [];
    const answers = rows.map(([, type, data = {}, by]) => [
      from().refused(type, data, by).code,
      type,
    ]);
    assert.deepEqual(
      answers,
      rows.map(([code, type]) => [code, type]),
    );
  });

/** Where they are, beside this file and in the decider. */
const rules =
  "adopt brief context delivery guardrails plan questions records run settings start unit-edits " +
  "../decider/inherited ../decider/plan-graph ../decider/plan-paths ../decider/plan-rules " +
  "../decider/quiet";

test("no refusal of these rules goes untried", () => {
  const text = rules
    .split(" ")
    .map((name) => readFileSync(new URL(`${name}.ts`, import.meta.url), "utf8"))
    .join("\n");
  const codes = new Set([...text.matchAll(/\brefuse\(\s*"([A-Z_]+)"/gu)].map(([, code]) => code));
  const tried = new Set(Object.values(cases).flatMap((rows) => rows.map(([code]) => code)));
  assert.deepEqual(
    [...codes].filter((code) => code !== undefined && !tried.has(code)),
    [],
  );
});
