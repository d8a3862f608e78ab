// Why: every refusal of these rules is provoked once, so that none of them is a word without a rule.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { Sender } from "../../../core/protocol.ts";
import {
  agentFor,
  brief,
  cancelled,
  delivering,
  discovering,
  engine,
  executing,
  file,
  openRules,
  pass,
  planning,
  proposed,
  type Rules,
  settle,
  unit,
} from "../../../../test/fixtures/iterative-rules.ts";

const long = "x".repeat(4_097);
const interviewer = agentFor("interviewer#1");
const planner = agentFor("planner#1");
const knowing = (more: object = {}): Rules => discovering({ domain: "research", ...more });
const knowledgePlanning = (): Rules => knowing({ brief });
const working = (): Rules => {
  const rules = executing();
  pass(rules, "T1");
  return rules;
};
const skippedBack = (): Rules => {
  const rules = executing();
  settle(rules, "T1");
  rules.send("SkipTo", { phase: "plan", reason: "new wishes" });
  return rules;
};
const archived = (): Rules => {
  const rules = delivering();
  rules.send("ApproveDelivery", { tree: "t9" });
  rules.send("RecordArchive", {}, engine);
  return rules;
};
const lesson = { name: "Mocks", solution: "use the real clock" };
const crowded = (): Rules => discovering({ guardrails: Array.from({ length: 100 }, (_, n) => ({ name: `lesson ${n}`, solution: "that way" })) });
const plan = (...units: readonly object[]) => ({ units });
const edit = (changes: object, id = "T2") => ({ unit: id, changes });
const found = {
  slug: "user-auth",
  task: "user-auth",
  mode: "development",
  domain: "feature",
  phase: "plan",
  archived: null,
  brief: null,
  brief_at: null,
  plan: { state: "none", notes: "", at: null },
  context: null,
  guardrails: [],
  units: [],
  current: null,
  commits: [],
  progress: [],
  extras: [],
  created: null,
  updated: null,
};
const adoption = (more: object = {}) => ({ found: { ...found, ...more }, corrections: [], quarantined: [], digests: {} });
const question = { text: "Which provider?", options: ["ours", "theirs"] };
const asking = (): Rules => {
  const rules = discovering();
  rules.send("AskQuestions", { questions: [question] }, interviewer);
  return rules;
};
const issue = { severity: "major", problem: "no rate limit" };
const none = openRules;

type Case = readonly [code: string, from: () => Rules, type: string, data?: unknown, by?: Sender];
const cases: readonly Case[] = [
  ["RUN_UNKNOWN", none, "Pause"],
  ["RUN_EXISTS", discovering, "Start", { request: "Add login" }],
  ["RUN_OVER", cancelled, "Pause"],
  ["RUN_OVER", cancelled, "AddNote", { text: "late" }],
  ["RUN_ARCHIVED", archived, "Cancel"],
  ["RUN_ARCHIVED", archived, "Archive"],
  ["SENDER_WRONG", proposed, "ApprovePlan", {}, file],
  ["SENDER_WRONG", planning, "ProposePlan", plan(unit("T1")), agentFor("T1#1")],
  ["SENDER_WRONG", planning, "ProposePlan", plan(unit("T1")), interviewer],
  ["SENDER_WRONG", executing, "Pause", {}, engine],
  ["FIELD_INVALID", none, "Start", {}],
  ["SLUG_INVALID", none, "Start", { request: "Add login", slug: "Add Login" }],
  ["SLUG_INVALID", none, "Start", { request: "Add login", slug: "archive" }],
  ["SLUG_INVALID", none, "Start", { request: "Add login", slug: "a".repeat(41) }],
  ["FIELD_OVERSIZED", none, "Start", { request: "Add login", task: "a".repeat(121) }],
  ["MODE_AMBIGUOUS", none, "Start", { request: "make it nice" }],
  ["MODE_AMBIGUOUS", none, "Start", { request: "make it nice", mode: "knowledge" }],
  ["DOMAIN_UNFIT", none, "Start", { request: "Add login", mode: "development", domain: "research" }],
  ["DOMAIN_UNFIT", none, "Start", { request: "Add login", domain: "cooking" }],
  ["DOMAIN_UNFIT", none, "Start", { request: "Add login", domain: "writing,research" }],
  ["SETTINGS_INVALID", none, "Start", { request: "Add login", odd: ["worker"] }],
  ["SETTINGS_INVALID", none, "Start", { request: "Add login", settings: { planner: "template" } }],
  ["SETTINGS_INVALID", none, "Start", { request: "Add login", settings: { gates: [{ name: "t", argv: [" "] }] } }],
  ["SETTINGS_INVALID", none, "Start", { request: "Add login", settings: { gates: [{ name: "t", argv: ["a"], cwd: "../x" }] } }],
  ["SETTINGS_INVALID", none, "Start", { request: "Add", settings: { gates: [{ name: "t", argv: ["a"] }, { name: "t", argv: ["b"] }] } }],
  ["ARCHIVE_MISSING", none, "Start", { request: "Add login", guardrails_from: "user-auth", files: {} }],
  ["BRIEF_INCOMPLETE", none, "Start", { request: "Add login", brief: { constraints: ["no new dependency"] } }],
  ["GUARDRAIL_EXCESSIVE", none, "Start", { request: "Add", guardrails: Array.from({ length: 101 }, (_, n) => ({ name: `${n}`, solution: "x" })) }],
  ["FILE_BROKEN", none, "Adopt", adoption({ slug: "User Auth" })],
  ["FILE_BROKEN", none, "Adopt", adoption({ domain: "research" })],
  ["SETTINGS_INVALID", none, "Adopt", { ...adoption(), odd: ["worker"] }],
  ["RUN_EXISTS", discovering, "Adopt", adoption()],
  ["QUESTION_EXCESSIVE", discovering, "AskQuestions", { questions: Array.from({ length: 7 }, (_, n) => ({ ...question, text: `${n}?` })) }, interviewer],
  ["FIELD_INVALID", discovering, "AskQuestions", { questions: [{ text: "Which?", options: ["one"] }] }, interviewer],
  ["PHASE_WRONG", planning, "AskQuestions", { questions: [question] }, interviewer],
  ["QUESTION_UNKNOWN", asking, "AnswerQuestion", { question: "q2", answers: ["ours"] }],
  ["OPTION_INVALID", asking, "AnswerQuestion", { question: "q1" }],
  ["OPTION_INVALID", asking, "AnswerQuestion", { question: "q1", answers: ["ours", "theirs"] }],
  ["BRIEF_INCOMPLETE", discovering, "WriteBrief", { outcome: "a login" }],
  ["BRIEF_INCOMPLETE", discovering, "WriteBrief", { outcome: " ", done_when: ["it is there"] }, file],
  ["DOMAIN_UNFIT", discovering, "WriteBrief", { ...brief, domain: "research" }],
  ["FIELD_OVERSIZED", discovering, "WriteBrief", { ...brief, notes: long }],
  ["PHASE_WRONG", executing, "WriteBrief", { notes: "x" }, planner],
  ["EDIT_UNQUIET", working, "WriteBrief", { notes: "x" }, file],
  ["PHASE_WRONG", executing, "ProposePlan", plan(unit("T1"))],
  ["PHASE_WRONG", discovering, "ProposePlan", plan(unit("T1")), planner],
  ["PLAN_EMPTY", planning, "ProposePlan", plan()],
  ["PLAN_OVERSIZED", planning, "ProposePlan", plan(...Array.from({ length: 201 }, (_, n) => unit(`T${n + 1}`)))],
  ["UNIT_MALFORMED", planning, "ProposePlan", plan(unit("R1", { files: ["a"] }))],
  ["UNIT_MALFORMED", planning, "ProposePlan", plan(unit("T01"))],
  ["UNIT_MALFORMED", planning, "ProposePlan", plan(unit("T1", { title: "one\ntwo" }))],
  ["FIELD_OVERSIZED", planning, "ProposePlan", plan(unit("T1", { title: "a".repeat(121) }))],
  ["UNIT_REPEATED", planning, "ProposePlan", plan(unit("T1"), unit("T1"))],
  ["CRITERIA_EMPTY", planning, "ProposePlan", plan(unit("T1", { criteria: [] }))],
  ["CRITERIA_EMPTY", planning, "ProposePlan", plan(unit("T1", { criteria: [" "] }))],
  ["DEPENDENCY_UNKNOWN", planning, "ProposePlan", plan(unit("T1", { depends: ["T9"] }))],
  ["GRAPH_CYCLIC", planning, "ProposePlan", plan(unit("T1", { depends: ["T2"] }), unit("T2", { depends: ["T1"] }))],
  ["GRAPH_CYCLIC", planning, "ProposePlan", plan(unit("T1", { depends: ["T1"] }))],
  ["LIMIT_INVALID", planning, "ProposePlan", plan(unit("T1", { max: 101 }))],
  ["LIMIT_INVALID", planning, "ProposePlan", plan(unit("T1", { max: 0 }))],
  ["MODEL_UNKNOWN", planning, "ProposePlan", plan(unit("T1", { model: "gigantic" }))],
  ["OUTPUT_MISSING", knowledgePlanning, "ProposePlan", plan(unit("R1", { output: undefined }))],
  ["OUTPUT_SHARED", knowledgePlanning, "ProposePlan", plan(unit("R1"), unit("R2", { output: "outputs/r1.md" }))],
  ["PATH_OUTSIDE", planning, "ProposePlan", plan(unit("T1", { files: ["../other/x.ts"] }))],
  ["UNIT_OVERSIZED", planning, "ProposePlan", plan(unit("T1", { criteria: ["y".repeat(1_900)] }))],
  ["CONTEXT_LONG", planning, "ProposePlan", { ...plan(unit("T1")), context: { goal: "word ".repeat(200) } }],
  ["UNIT_NEEDED", skippedBack, "ProposePlan", plan(unit("T2"))],
  ["PLAN_UNPROPOSED", planning, "ApprovePlan"],
  ["PLAN_UNPROPOSED", planning, "RejectPlan", { note: "no" }],
  ["PLAN_CHANGED", proposed, "ApprovePlan", { rev: 7 }],
  ["PLAN_CHANGED", proposed, "RejectPlan", { rev: 7, note: "no" }],
  ["REASON_MISSING", proposed, "RejectPlan", { note: " " }],
  ["PHASE_WRONG", executing, "ApprovePlan"],
  ["PHASE_WRONG", executing, "RejectPlan", { note: "no" }],
  ["PHASE_WRONG", proposed, "AddUnit", { unit: unit("T3") }],
  ["PHASE_WRONG", delivering, "EditUnit", edit({ title: "x" }, "T1")],
  ["UNIT_REPEATED", executing, "AddUnit", { unit: unit("T2") }],
  ["PATH_OUTSIDE", executing, "AddUnit", { unit: unit("T3", { files: [".git/config"] }) }],
  ["EDIT_UNQUIET", working, "AddUnit", { unit: unit("T3") }, file],
  ["UNIT_UNKNOWN", executing, "EditUnit", edit({ title: "x" }, "T9")],
  ["UNIT_BUSY", working, "EditUnit", edit({ title: "x" }, "T1")],
  ["EDIT_UNQUIET", working, "EditUnit", edit({ title: "x" }), file],
  ["GRAPH_CYCLIC", executing, "EditUnit", edit({ depends: ["T2"] }, "T1")],
  ["UNIT_BUSY", working, "DropUnit", { unit: "T1", reason: "x" }],
  ["UNIT_NEEDED", executing, "DropUnit", { unit: "T1", reason: "x" }],
  ["UNIT_NEEDED", () => executing([unit("T1")]), "DropUnit", { unit: "T1", reason: "x" }],
  ["REASON_MISSING", executing, "DropUnit", { unit: "T2" }],
  ["EDIT_UNQUIET", working, "DropUnit", { unit: "T2" }, file],
  ["LIMIT_INVALID", executing, "SetLimit", { unit: "T1", max: 0 }],
  ["LIMIT_INVALID", working, "SetLimit", { unit: "T1", max: 101 }],
  ["EDIT_UNQUIET", working, "SetLimit", { unit: "T1", max: 9 }, file],
  ["UNIT_UNKNOWN", executing, "SetLimit", { unit: "T9", max: 9 }],
  ["EDIT_UNQUIET", working, "SetNotes", { notes: "x" }, file],
  ["FIELD_OVERSIZED", executing, "SetNotes", { notes: long }],
  ["PHASE_WRONG", discovering, "SetContext", { goal: "x" }],
  ["PHASE_WRONG", executing, "SetContext", { goal: "x" }, planner],
  ["CONTEXT_LONG", executing, "SetContext", { patterns: Array(40).fill("five words in each line") }],
  ["EDIT_UNQUIET", working, "SetContext", { goal: "x" }, file],
  ["GUARDRAIL_EXCESSIVE", crowded, "AddGuardrail", lesson],
  ["FIELD_INVALID", executing, "AddGuardrail", { name: " ", solution: "x" }],
  ["GUARDRAIL_UNKNOWN", executing, "EditGuardrail", { name: "Mocks", changes: { when: "x" } }],
  ["GUARDRAIL_UNKNOWN", executing, "RemoveGuardrail", { name: "Mocks" }],
  ["EDIT_UNQUIET", working, "EditGuardrail", { name: "Mocks", changes: { when: "x" } }, file],
  ["EDIT_UNQUIET", working, "RemoveGuardrail", { name: "Mocks" }, file],
  ["UNIT_UNKNOWN", executing, "AddNote", { unit: "T9", text: "x" }],
  ["FIELD_OVERSIZED", executing, "AddNote", { text: long }],
  ["UNIT_UNKNOWN", executing, "RecordClaim", { unit: "T9", claim: "done", where: "state.json" }, file],
  ["COMMIT_UNKNOWN", executing, "RecordCommit", { unit: "T1", hash: "abc1234", known: { abc1234: false } }, file],
  ["COMMIT_UNKNOWN", executing, "RecordCommit", { unit: "T1", hash: "HEAD~1", known: { "HEAD~1": true } }, file],
  ["PHASE_UNSKIPPABLE", executing, "SkipTo", { phase: "execute", reason: "x" }],
  ["PHASE_UNSKIPPABLE", executing, "SkipTo", { phase: "complete", reason: "x" }],
  ["PHASE_UNSKIPPABLE", planning, "SkipTo", { phase: "verify", reason: "x" }],
  ["REASON_MISSING", executing, "SkipTo", { phase: "verify", reason: "" }],
  ["PASS_LIVE", working, "SkipTo", { phase: "verify", reason: "demo" }],
  ["PHASE_WRONG", executing, "ApproveDelivery", { tree: "t9" }],
  ["DELIVERY_UNPROVEN", delivering, "ApproveDelivery", { tree: "t10" }],
  ["PHASE_WRONG", executing, "RejectDelivery"],
  ["REASON_MISSING", delivering, "RejectDelivery", { issues: [{ ...issue, problem: " " }] }],
  ["UNIT_UNKNOWN", delivering, "RejectDelivery", { issues: [{ ...issue, unit: "T9" }] }],
  ["RUN_LIVE", executing, "Archive"],
  ["JOB_UNKNOWN", executing, "RecordArchive", {}, engine],
  ["ARCHIVE_MISSING", executing, "Unarchive"],
  ["FOLDER_TAKEN", archived, "Unarchive", { taken: [".claude/iterative/add-login-by-email"] }],
  ["FIELD_OVERSIZED", executing, "Cancel", { reason: long }],
  ["SETTINGS_INVALID", executing, "SetSettings", { settings: { planner: "template" } }],
  ["PASS_LIVE", working, "MoveRun", { reason: "x", branch: "other" }],
  ["REASON_MISSING", executing, "MoveRun", { reason: "", branch: "other" }],
  ["JOB_UNKNOWN", discovering, "FailAttempt", { job: "interviewer", n: 2, why: "x" }, engine],
  ["JOB_UNKNOWN", discovering, "FailAttempt", { job: "planner", n: 1, why: "x" }, engine],
  ["FIELD_OVERSIZED", executing, "KeepExtras", { file: "state.json", pointer: "", value: [["a", "x".repeat(70_000)]] }, file],
];

for (const [code, from, type, data, by] of cases)
  test(`${type} ${JSON.stringify(data ?? {}).slice(0, 70)} is refused with ${code}`, () => {
    const refusal = from().refused(type, data ?? {}, by);
    assert.equal(refusal.code, code, refusal.text);
  });

test("a done unit is reopened before it is changed", () => {
  const rules = executing();
  settle(rules, "T2");
  assert.equal(rules.refused("EditUnit", edit({ title: "x" })).code, "UNIT_DONE");
  assert.equal(rules.refused("DropUnit", { unit: "T2", reason: "x" }).code, "UNIT_DONE");
});

const own = [
  "adopt",
  "brief",
  "context",
  "delivery",
  "guardrails",
  "inherited",
  "plan",
  "plan-graph",
  "plan-paths",
  "plan-rules",
  "questions",
  "quiet",
  "records",
  "run",
  "settings",
  "start",
  "unit-edits",
];

test("no refusal of these rules goes untried", () => {
  const text = own.map((name) => readFileSync(new URL(`${name}.ts`, import.meta.url), "utf8")).join("\n");
  const codes = new Set([...text.matchAll(/\brefuse\(\s*"([A-Z_]+)"/gu)].map(([, code]) => code));
  const tried = new Set([...cases.map(([code]) => code), "UNIT_DONE"]);
  assert.deepEqual(
    [...codes].filter((code) => code !== undefined && !tried.has(code)),
    [],
  );
});
