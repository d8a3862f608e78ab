// Tests of every refusal of plans, units, records and delivery.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  agentFor,
  brief,
  delivering,
  discovering,
  engine,
  executing,
  file,
  pass,
  planning,
  proposed,
  type Rules,
  settle,
  unit,
} from "../../../../test/fixtures/iterative-rules.ts";
import type { Sender } from "../../../core/protocol.ts";

const long = "x".repeat(4_097);
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
const crowded = (): Rules =>
  discovering({
    guardrails: Array.from({ length: 100 }, (_, n) => ({
      name: `lesson ${n}`,
      solution: "that way",
    })),
  });
const plan = (...units: readonly object[]) => ({ units });
const edit = (changes: object, id = "T2") => ({ unit: id, changes });
const issue = { severity: "major", problem: "no rate limit" };

type Case = readonly [code: string, from: () => Rules, type: string, data?: unknown, by?: Sender];
const cases: readonly Case[] = [
  ["PHASE_WRONG", executing, "ProposePlan", plan(unit("T1"))],
  ["PHASE_WRONG", discovering, "ProposePlan", plan(unit("T1")), planner],
  ["PLAN_EMPTY", planning, "ProposePlan", plan()],
  [
    "PLAN_OVERSIZED",
    planning,
    "ProposePlan",
    plan(...Array.from({ length: 201 }, (_, n) => unit(`T${n + 1}`))),
  ],
  ["UNIT_MALFORMED", planning, "ProposePlan", plan(unit("R1", { files: ["a"] }))],
  ["UNIT_MALFORMED", planning, "ProposePlan", plan(unit("T01"))],
  ["UNIT_MALFORMED", planning, "ProposePlan", plan(unit("T1", { title: "one\ntwo" }))],
  ["FIELD_OVERSIZED", planning, "ProposePlan", plan(unit("T1", { title: "a".repeat(121) }))],
  ["UNIT_REPEATED", planning, "ProposePlan", plan(unit("T1"), unit("T1"))],
  ["CRITERIA_EMPTY", planning, "ProposePlan", plan(unit("T1", { criteria: [] }))],
  ["CRITERIA_EMPTY", planning, "ProposePlan", plan(unit("T1", { criteria: [" "] }))],
  ["DEPENDENCY_UNKNOWN", planning, "ProposePlan", plan(unit("T1", { depends: ["T9"] }))],
  [
    "GRAPH_CYCLIC",
    planning,
    "ProposePlan",
    plan(unit("T1", { depends: ["T2"] }), unit("T2", { depends: ["T1"] })),
  ],
  ["GRAPH_CYCLIC", planning, "ProposePlan", plan(unit("T1", { depends: ["T1"] }))],
  ["LIMIT_INVALID", planning, "ProposePlan", plan(unit("T1", { max: 101 }))],
  ["LIMIT_INVALID", planning, "ProposePlan", plan(unit("T1", { max: 0 }))],
  ["MODEL_UNKNOWN", planning, "ProposePlan", plan(unit("T1", { model: "gigantic" }))],
  ["OUTPUT_MISSING", knowledgePlanning, "ProposePlan", plan(unit("R1", { output: undefined }))],
  [
    "OUTPUT_SHARED",
    knowledgePlanning,
    "ProposePlan",
    plan(unit("R1"), unit("R2", { output: "outputs/r1.md" })),
  ],
  ["PATH_OUTSIDE", planning, "ProposePlan", plan(unit("T1", { files: ["../other/x.ts"] }))],
  ["UNIT_OVERSIZED", planning, "ProposePlan", plan(unit("T1", { criteria: ["y".repeat(1_900)] }))],
  [
    "CONTEXT_LONG",
    planning,
    "ProposePlan",
    { ...plan(unit("T1")), context: { goal: "word ".repeat(200) } },
  ],
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
  ["SENDER_WRONG", executing, "DropUnit", { unit: "T2" }, file],
  ["LIMIT_INVALID", executing, "SetLimit", { unit: "T1", max: 0 }],
  ["LIMIT_INVALID", working, "SetLimit", { unit: "T1", max: 101 }],
  ["PLAN_FROZEN", working, "SetLimit", { unit: "T1", max: 9 }, file],
  ["UNIT_UNKNOWN", executing, "SetLimit", { unit: "T9", max: 9 }],
  ["EDIT_UNQUIET", working, "SetNotes", { notes: "x" }, file],
  ["FIELD_OVERSIZED", executing, "SetNotes", { notes: long }],
  ["PHASE_WRONG", discovering, "SetContext", { goal: "x" }],
  ["PHASE_WRONG", executing, "SetContext", { goal: "x" }, planner],
  [
    "CONTEXT_LONG",
    executing,
    "SetContext",
    { patterns: Array(40).fill("five words in each line") },
  ],
  ["EDIT_UNQUIET", working, "SetContext", { goal: "x" }, file],
  ["GUARDRAIL_EXCESSIVE", crowded, "AddGuardrail", lesson],
  ["FIELD_INVALID", executing, "AddGuardrail", { name: " ", solution: "x" }],
  ["GUARDRAIL_UNKNOWN", executing, "EditGuardrail", { name: "Mocks", changes: { when: "x" } }],
  ["GUARDRAIL_UNKNOWN", executing, "RemoveGuardrail", { name: "Mocks" }],
  ["EDIT_UNQUIET", working, "EditGuardrail", { name: "Mocks", changes: { when: "x" } }, file],
  ["EDIT_UNQUIET", working, "RemoveGuardrail", { name: "Mocks" }, file],
  ["UNIT_UNKNOWN", executing, "AddNote", { unit: "T9", text: "x" }],
  ["FIELD_OVERSIZED", executing, "AddNote", { text: long }],
  [
    "UNIT_UNKNOWN",
    executing,
    "RecordClaim",
    { unit: "T9", claim: "done", where: "state.json" },
    file,
  ],
  [
    "COMMIT_UNKNOWN",
    executing,
    "RecordCommit",
    { unit: "T1", hash: "abc1234", known: { abc1234: false } },
    file,
  ],
  [
    "COMMIT_UNKNOWN",
    executing,
    "RecordCommit",
    { unit: "T1", hash: "HEAD~1", known: { "HEAD~1": true } },
    file,
  ],
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
  [
    "FIELD_OVERSIZED",
    executing,
    "KeepExtras",
    { file: "state.json", pointer: "", value: [["a", "x".repeat(70_000)]] },
    file,
  ],
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
  "context",
  "delivery",
  "guardrails",
  "plan",
  "../decider/plan-graph",
  "../decider/plan-paths",
  "../decider/plan-rules",
  "records",
  "run",
  "unit-edits",
];

test("no refusal of these rules goes untried", () => {
  const text = own
    .map((name) => readFileSync(new URL(`${name}.ts`, import.meta.url), "utf8"))
    .join("\n");
  const codes = new Set([...text.matchAll(/\brefuse\(\s*"([A-Z_]+)"/gu)].map(([, code]) => code));
  const tried = new Set([...cases.map(([code]) => code), "UNIT_DONE"]);
  assert.deepEqual(
    [...codes].filter((code) => code !== undefined && !tried.has(code)),
    [],
  );
});
