// Tests of every refusal on the way to a brief.
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
  unit,
} from "../../../../test/fixtures/iterative-rules.ts";
import type { Sender } from "../../../core/protocol.ts";

const long = "x".repeat(4_097);
const interviewer = agentFor("interviewer#1");
const planner = agentFor("planner#1");
const working = (): Rules => {
  const rules = executing();
  pass(rules, "T1");
  return rules;
};
const archived = (): Rules => {
  const rules = delivering();
  rules.send("ApproveDelivery", { tree: "t9" });
  rules.send("RecordArchive", {}, engine);
  return rules;
};
const plan = (...units: readonly object[]) => ({ units });
const adoption = (more: object = {}) => ({
  found: { ...foundRun, ...more },
  corrections: [],
  quarantined: [],
  digests: {},
});
const question = { text: "Which provider?", options: ["ours", "theirs"] };
const asking = (): Rules => {
  const rules = discovering();
  rules.send("AskQuestions", { questions: [question] }, interviewer);
  return rules;
};
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
  [
    "DOMAIN_UNFIT",
    none,
    "Start",
    { request: "Add login", mode: "development", domain: "research" },
  ],
  ["DOMAIN_UNFIT", none, "Start", { request: "Add login", domain: "cooking" }],
  ["DOMAIN_UNFIT", none, "Start", { request: "Add login", domain: "writing,research" }],
  ["SETTINGS_INVALID", none, "Start", { request: "Add login", settings: { planner: "template" } }],
  [
    "SETTINGS_INVALID",
    none,
    "Start",
    { request: "Add login", settings: { gates: [{ name: "t", argv: [" "] }] } },
  ],
  [
    "SETTINGS_INVALID",
    none,
    "Start",
    { request: "Add login", settings: { gates: [{ name: "t", argv: ["!", "grep", "a"] }] } },
  ],
  [
    "SETTINGS_INVALID",
    none,
    "Start",
    { request: "Add login", settings: { gates: [{ name: "t", argv: ["a"], cwd: "../x" }] } },
  ],
  [
    "SETTINGS_INVALID",
    none,
    "Start",
    {
      request: "Add",
      settings: {
        gates: [
          { name: "t", argv: ["a"] },
          { name: "t", argv: ["b"] },
        ],
      },
    },
  ],
  [
    "ARCHIVE_MISSING",
    none,
    "Start",
    { request: "Add login", guardrails_from: "user-auth", files: {} },
  ],
  [
    "BRIEF_INCOMPLETE",
    none,
    "Start",
    { request: "Add login", brief: { constraints: ["no new dependency"] } },
  ],
  [
    "GUARDRAIL_EXCESSIVE",
    none,
    "Start",
    {
      request: "Add",
      guardrails: Array.from({ length: 101 }, (_, n) => ({ name: `${n}`, solution: "x" })),
    },
  ],
  ["FILE_BROKEN", none, "Adopt", adoption({ slug: "User Auth" })],
  ["FILE_BROKEN", none, "Adopt", adoption({ domain: "research" })],
  ["RUN_EXISTS", discovering, "Adopt", adoption()],
  [
    "QUESTION_EXCESSIVE",
    discovering,
    "AskQuestions",
    { questions: Array.from({ length: 7 }, (_, n) => ({ ...question, text: `${n}?` })) },
    interviewer,
  ],
  [
    "FIELD_INVALID",
    discovering,
    "AskQuestions",
    { questions: [{ text: "Which?", options: ["one"] }] },
    interviewer,
  ],
  ["PHASE_WRONG", planning, "AskQuestions", { questions: [question] }, interviewer],
  ["QUESTION_UNKNOWN", asking, "AnswerQuestion", { question: "q2", answers: ["ours"] }],
  ["OPTION_INVALID", asking, "AnswerQuestion", { question: "q1" }],
  ["OPTION_INVALID", asking, "AnswerQuestion", { question: "q1", answers: ["ours", "theirs"] }],
  ["BRIEF_INCOMPLETE", discovering, "WriteBrief", { outcome: "a login" }],
  [
    "BRIEF_INCOMPLETE",
    discovering,
    "WriteBrief",
    { outcome: " ", done_when: ["it is there"] },
    file,
  ],
  ["DOMAIN_UNFIT", discovering, "WriteBrief", { ...brief, domain: "research" }],
  ["FIELD_OVERSIZED", discovering, "WriteBrief", { ...brief, notes: long }],
  ["PHASE_WRONG", executing, "WriteBrief", { notes: "x" }, planner],
  ["EDIT_UNQUIET", working, "WriteBrief", { notes: "x" }, file],
  ["PLAN_FROZEN", executing, "WriteBrief", { outcome: "less" }, file],
  ["PLAN_FROZEN", executing, "WriteBrief", { done_when: ["less"] }, file],
  ["PLAN_FROZEN", executing, "WriteBrief", { domain: "refactor" }, file],
];

for (const [code, from, type, data, by] of cases)
  test(`${type} ${JSON.stringify(data ?? {}).slice(0, 70)} is refused with ${code}`, () => {
    const refusal = from().refused(type, data ?? {}, by);
    assert.equal(refusal.code, code, refusal.text);
  });

const own = [
  "adopt",
  "brief",
  "../decider/inherited",
  "questions",
  "../decider/quiet",
  "settings",
  "start",
];

test("no refusal of these rules goes untried", () => {
  const text = own
    .map((name) => readFileSync(new URL(`${name}.ts`, import.meta.url), "utf8"))
    .join("\n");
  const codes = new Set([...text.matchAll(/\brefuse\(\s*"([A-Z_]+)"/gu)].map(([, code]) => code));
  const tried = new Set(cases.map(([code]) => code));
  assert.deepEqual(
    [...codes].filter((code) => code !== undefined && !tried.has(code)),
    [],
  );
});
