// Tests of the rules of a plan: each finding by code and pointer.
import assert from "node:assert/strict";
import { test } from "node:test";
import { planFindings, type PlanRules, unitFindings } from "./plan-rules.ts";
import type { Draft, DraftCriterion } from "./unit.ts";

const bare = (text: string): DraftCriterion => ({ text, check: null, chosenBy: null });
const manual: DraftCriterion = { text: "ask", check: { type: "manual" }, chosenBy: "plan" };
const draft = (id: string, change: Partial<Draft> = {}): Draft => ({
  id,
  kind: "task",
  title: `Title of ${id}`,
  text: null,
  after: [],
  criteria: [bare("a")],
  more: {},
  ...change,
});
const fields = { id: "id", title: "subject", text: "text", after: "after", criteria: "criteria" };
const rules = (change: Partial<PlanRules> = {}): PlanRules => ({
  auto: false,
  noun: "task",
  pointer: (index, field, at) =>
    `/tasks/${index}/${fields[field]}${at === undefined ? "" : `/${at}`}`,
  ...change,
});
const found = (units: readonly Draft[], change: Partial<PlanRules> = {}): readonly string[] =>
  planFindings(units, rules(change)).map(({ code, pointer }) => `${code} ${pointer ?? ""}`.trim());

const twenty = Array.from({ length: 20 }, (_, n) => bare(`c${n}`));
const cases: readonly (readonly [
  string,
  readonly Draft[],
  readonly string[],
  Partial<PlanRules>?,
])[] = [
  ["a workable plan", [draft("1"), draft("a.b_c-D", { after: ["1"] })], []],
  ["the largest one", [draft("1", { criteria: twenty, title: "t".repeat(200) })], []],
  ["no unit", [], ["PLAN_EMPTY"]],
  ["too many", Array.from({ length: 201 }, (_, at) => draft(String(at))), ["PLAN_OVERSIZED"]],
  ...["", "../x", "-a", "a b", "a".repeat(65)].map(
    (id) => [`the id ${id}`, [draft(id)], ["UNIT_ID_INVALID /tasks/0/id"]] as const,
  ),
  ["an id twice", [draft("a"), draft("A")], ["UNIT_REPEATED /tasks/1/id"]],
  ["an unknown blocker", [draft("1", { after: ["gone"] })], ["UNIT_UNKNOWN /tasks/0/after/0"]],
  [
    "a cycle",
    [draft("1", { after: ["2"] }), draft("2", { after: ["1"] })],
    ["GRAPH_CYCLIC /tasks/0/after"],
  ],
  ["no criterion", [draft("1", { criteria: [] })], ["CRITERIA_EMPTY /tasks/0/criteria"]],
  [
    "criteria that are empty, equal and long",
    [draft("1", { criteria: [bare("a"), bare(" "), bare("a"), bare("l".repeat(501))] })],
    [
      "CRITERIA_EMPTY /tasks/0/criteria/1",
      "CRITERIA_REPEATED /tasks/0/criteria/2",
      "FIELD_OVERSIZED /tasks/0/criteria/3",
    ],
  ],
  [
    "too many criteria",
    [draft("1", { criteria: [...twenty, bare("one more")] })],
    ["FIELD_OVERSIZED /tasks/0/criteria"],
  ],
  [
    "title and text",
    [draft("1", { title: " ", text: "x".repeat(16_385) }), draft("2", { title: "x".repeat(201) })],
    [
      "FIELD_INVALID /tasks/0/subject",
      "FIELD_OVERSIZED /tasks/0/text",
      "FIELD_OVERSIZED /tasks/1/subject",
    ],
  ],
  ["a person to be asked", [draft("1", { criteria: [manual] })], []],
  [
    "a person to be asked in auto mode",
    [draft("1", { criteria: [manual] })],
    ["PLAN_UNATTENDED /tasks/0/criteria/0"],
    { auto: true },
  ],
  [
    "all at once",
    [draft("../x", { after: ["2"] }), draft("2", { after: ["../x", "9"], criteria: [] })],
    [
      "UNIT_ID_INVALID /tasks/0/id",
      "UNIT_UNKNOWN /tasks/1/after/1",
      "GRAPH_CYCLIC /tasks/0/after",
      "CRITERIA_EMPTY /tasks/1/criteria",
    ],
  ],
];
for (const [name, units, wanted, change] of cases)
  test(`plan: ${name}`, () => {
    assert.deepEqual(found(units, change), wanted);
  });

test("where criteria may be missing, none is asked for", () => {
  assert.deepEqual(unitFindings(draft("verify", { criteria: [] }), 0, rules(), 0), []);
});

test("ids that differ in case alone name each other, equal ones don't", () => {
  const said = (...ids: readonly string[]): string =>
    planFindings(
      ids.map((id) => draft(id)),
      rules(),
    )
      .map(({ text }) => text)
      .join();
  assert.match(said("a", "A"), /, as "a": they would share a file/u);
  assert.doesNotMatch(said("a", "a"), /share a file/u);
});
