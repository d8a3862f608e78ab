// Tests of ultrawork's plans: what is read, all findings at once, warnings, and a plan written again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Draft, unitOf } from "../../work/unit.ts";
import { usualOptions } from "../../work/options.ts";
import { begun, firstPlan, type Work } from "../../work/work.ts";
import { lightCriterion, lightPlan } from "./drafts.ts";
import { plan } from "./plan.ts";

const state: Work = {
  ...begun("2026-01-08T12:00:00.000Z"),
  run: "r1",
  goal: "Fix it",
  options: usualOptions,
  base: { head: null, tree: null },
  units: [],
  plan: firstPlan,
  more: {},
};
const auto: Work = { ...state, options: { ...usualOptions, mode: "auto" } };
const how = { folder: "~/s/shop/1", chosenBy: "plan" } as const;

type Given = { readonly id: string; readonly [key: string]: unknown };
const task = (id: string, more: object = {}): Given => ({
  id,
  subject: `Task ${id}`,
  success_criteria: [{ criteria: `${id} holds`, command: `check-${id}` }],
  ...more,
});
const findings = (given: unknown, of = state): readonly string[] => {
  const read = plan.read(given, how);
  return [...read.findings, ...plan.rules(of, read.units)].map(
    ({ code, pointer = "" }) => `${code} ${pointer}`,
  );
};
const tasks = (...all: readonly Given[]) => ({ tasks: all });

const faults: Readonly<Record<string, readonly [unknown, readonly string[], Work?]>> = {
  "no task": [tasks(), ["PLAN_EMPTY "]],
  "ids of other units": [
    tasks(task("plan"), task("Verify"), task("exp-1"), task("fix-1-1")),
    [0, 1, 2, 3].map((n) => `UNIT_ID_INVALID /tasks/${n}/id`),
  ],
  "an id that is no file's name": [
    tasks(...["", "-a", "a b", "a".repeat(65)].map((id) => task(id))),
    [0, 1, 2, 3].map((n) => `UNIT_ID_INVALID /tasks/${n}/id`),
  ],
  "a ring": [
    tasks(task("1"), task("2", { blocked_by: ["3"] }), task("3", { blocked_by: ["2"] })),
    ["GRAPH_CYCLIC /tasks/1/blocked_by"],
  ],
  "too many": [
    tasks(...Array.from({ length: 201 }, (_, n) => task(String(n)))),
    ["PLAN_OVERSIZED "],
  ],
  "everything at once, each with its place": [
    {
      tasks: [
        task("../x", { success_criteria: [] }),
        task("b", { blocked_by: ["b", "gone", "gone"] }),
        task("B", { success_criteria: ["one", "one", { criteria: "two", command: "a | b" }] }),
        task("c", { success_criteria: [{ criteria: "x", path: "/etc/passwd" }] }),
      ],
      verify: { success_criteria: ["all is well"] },
    },
    [
      "CHECK_UNPARSABLE /tasks/2/success_criteria/2",
      "PATH_OUTSIDE /tasks/3/success_criteria/0",
      "UNIT_ID_INVALID /tasks/0/id",
      "UNIT_REPEATED /tasks/2/id",
      "UNIT_UNKNOWN /tasks/1/blocked_by/1",
      "GRAPH_CYCLIC /tasks/1/blocked_by",
      "CRITERIA_EMPTY /tasks/0/success_criteria",
      "CRITERIA_REPEATED /tasks/2/success_criteria/1",
      "CRITERION_BARE /verify/success_criteria/0",
    ],
  ],
  "manual in auto mode": [
    {
      tasks: [task("1", { success_criteria: [{ criteria: "nice", type: "manual" }] })],
      verify: { success_criteria: [{ criteria: "nice", type: "manual" }] },
    },
    ["PLAN_UNATTENDED /tasks/0/success_criteria/0", "PLAN_UNATTENDED /verify/success_criteria/0"],
    auto,
  ],
  "what doesn't fit its form": [
    { tasks: [{ id: "1", subject: "x".repeat(201) }] },
    ["FIELD_OVERSIZED /tasks/0/subject", "KEY_MISSING /tasks/0/success_criteria", "PLAN_EMPTY "],
  ],
};
for (const [name, [given, found, of]] of Object.entries(faults))
  test(`refused: ${name}`, () => assert.deepEqual(findings(given, of), found));

const whole = { criteria: "all pass", command: "npm test", type: "test_result" } as const;
const sound = {
  tasks: [
    task("1", { description: "How", complexity: "simple" }),
    task("2", { blocked_by: ["1", "1"], description: null, success_criteria: ["a text"] }),
  ],
  verify: { success_criteria: [whole] },
  decisions: [{ topic: "t", choice: "c" }],
};

test("a sound plan becomes its tasks and, last, what verifies the whole", () => {
  const { units, findings: none, decisions } = plan.read(sound, how);
  assert.deepEqual([none, plan.rules(state, units)], [[], []]);
  assert.deepEqual(decisions, [{ topic: "t", choice: "c" }]);
  assert.deepEqual(
    units.map(({ id, kind, title, text, after, more }) => [id, kind, title, text, after, more]),
    [
      ["1", "task", "Task 1", "How", [], { complexity: "simple" }],
      ["2", "task", "Task 2", null, ["1"], {}],
      ["verify", "verify", "Verify the whole", null, [], {}],
    ],
  );
  assert.deepEqual(
    units.map(({ criteria }) => criteria),
    [
      [
        {
          text: "1 holds",
          check: { type: "command_output", command: "check-1" },
          chosenBy: "plan",
        },
      ],
      [{ text: "a text", check: null, chosenBy: null }],
      [
        {
          text: "all pass",
          check: { type: "test_result", command: "npm test" },
          chosenBy: "plan",
        },
      ],
    ],
  );
});

test("a plan that is written again is read as the same", () => {
  const { units } = plan.read(sound, how);
  const written = plan.written(
    units.map((draft) => unitOf(draft)),
    [],
  );
  assert.deepEqual(plan.read(written, how).units, units);
  assert.deepEqual(JSON.parse(JSON.stringify(written)), {
    tasks: [
      {
        id: "1",
        subject: "Task 1",
        description: "How",
        complexity: "simple",
        blocked_by: [],
        success_criteria: [{ criteria: "1 holds", type: "command_output", command: "check-1" }],
      },
      { id: "2", subject: "Task 2", blocked_by: ["1"], success_criteria: ["a text"] },
    ],
    verify: { success_criteria: [whole] },
  });
});

test("of a unit that is there only what is given changes", () => {
  const [before] = plan.read(sound, how).units;
  const unit = (given: object, from: Draft | undefined = before) =>
    plan.readUnit({ id: "1", ...given }, from, how);
  assert.deepEqual(unit({}).units, [before]);
  const [changed] = unit({
    subject: "Other",
    description: null,
    complexity: "complex",
    success_criteria: ["1 holds", "new"],
  }).units;
  assert.deepEqual(changed, {
    ...before,
    title: "Other",
    text: null,
    more: { complexity: "complex" },
    criteria: [...(before?.criteria ?? []), { text: "new", check: null, chosenBy: null }],
  });
  assert.deepEqual(unit({ complexity: null }).units[0]?.more, {});
});

test("a new unit is a task with a subject, but for verify", () => {
  const codes = (given: object) =>
    plan.readUnit(given, undefined, how).findings.map(({ code, pointer }) => `${code} ${pointer}`);
  assert.deepEqual(codes({ id: "3" }), ["KEY_MISSING /subject"]);
  assert.deepEqual(codes({ id: "exp-9", subject: "x" }), ["UNIT_ID_INVALID /id"]);
  assert.deepEqual(codes({ subject: "x", blocked_by: "1" }), [
    "KEY_MISSING /id",
    "TYPE_WRONG /blocked_by",
  ]);
  const { units } = plan.readUnit({ id: "verify", success_criteria: [whole] }, undefined, how);
  assert.deepEqual(
    units.map(({ kind, criteria }) => [kind, criteria.length]),
    [["verify", 1]],
  );
});

test("a person changes an adopted plan whose verify has criteria without checks", () => {
  const { units } = plan.read({ tasks: [task("1")], verify: { success_criteria: ["as is"] } }, how);
  const adopted: Work = { ...state, adopted: [], units: units.map((draft) => unitOf(draft)) };
  assert.deepEqual(plan.rules(adopted, units), []);
  assert.equal(plan.rules({ ...adopted, adopted: null }, units).length, 1);
});

test("a plan that is sound but poor is proposed with warnings", () => {
  const poor = tasks(
    task("5", { success_criteria: ["the app works"] }),
    task("6", { success_criteria: [{ criteria: "x", command: "echo ok" }] }),
  );
  assert.deepEqual(plan.warnings(state, plan.read(poor, how).units), [
    'task 5: "the app works" names no check; its worker must',
    'task 6: the check of "x" passes whatever was done: echo ok',
    "verify has no check of the whole tree, such as the full build or the full suite",
  ]);
  assert.deepEqual(plan.warnings(state, plan.read(sound, how).units), [
    'task 2: "a text" names no check; its worker must',
  ]);
});

test("the plan of a light run is its goal with one bare criterion, and nothing is wrong with it", () => {
  const units = lightPlan(`Fix the title\n\nIt says "Helo".`);
  assert.deepEqual(plan.rules(state, units), []);
  assert.deepEqual(
    units.map(({ id, kind, title, text, after, criteria }) => [
      id,
      kind,
      title,
      text,
      after,
      criteria.map((one) => one.text),
    ]),
    [
      ["1", "task", "Fix the title", `Fix the title\n\nIt says "Helo".`, [], [lightCriterion]],
      ["verify", "verify", "Verify the whole", null, ["1"], []],
    ],
  );
  assert.equal(lightPlan("x".repeat(300))[0]?.title.length, 120);
});
