// Tests of plan findings in ultrawork: one faulty plan per code, all findings at once.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  command,
  file,
  type PlanInput,
  planOf,
  story,
  taskOf,
} from "../../../../test/fixtures/ultrawork-story.ts";
import { isRefusal } from "../../../core/refusal.ts";

const findings = (
  plan: PlanInput,
  mode = "interactive",
): readonly (readonly [string, string | undefined])[] => {
  const refused = story({ mode }).send(command("ProposePlan", { plan }), {
    kind: "person",
    name: "ana",
  });
  if (!isRefusal(refused)) return [];
  return (refused.more ?? [refused]).map(({ code, pointer }) => [code, pointer]);
};
const codes = (plan: PlanInput, mode?: string): readonly string[] =>
  findings(plan, mode).map(([code]) => code);

const faults: readonly (readonly [string, PlanInput, string?])[] = [
  ["PLAN_EMPTY", planOf()],
  ["PLAN_EMPTY", planOf(taskOf("verify", { success_criteria: [{ criteria: "a", command: "x" }] }))],
  ["TASK_ID_INVALID", planOf(taskOf("../x"))],
  ["TASK_ID_INVALID", planOf(taskOf("-a"))],
  ["TASK_ID_INVALID", planOf(taskOf("a".repeat(65)))],
  ["TASK_ID_INVALID", planOf(taskOf("plan"))],
  ["TASK_REPEATED", planOf(taskOf("a"), taskOf("A"))],
  ["VERIFY_RESERVED", planOf(taskOf("a", { blocked_by: ["verify"] }))],
  ["VERIFY_RESERVED", planOf(taskOf("fix-1-1"))],
  ["VERIFY_RESERVED", planOf(taskOf("Verify"))],
  [
    "VERIFY_RESERVED",
    { ...planOf(taskOf("a"), taskOf("verify")), verify: { success_criteria: [] } },
  ],
  ["DEPENDENCY_UNKNOWN", planOf(taskOf("a", { blocked_by: ["b"] }))],
  ["GRAPH_CYCLIC", planOf(taskOf("a", { blocked_by: ["b"] }), taskOf("b", { blocked_by: ["a"] }))],
  ["GRAPH_CYCLIC", planOf(taskOf("a", { blocked_by: ["a"] }))],
  ["CRITERIA_EMPTY", planOf(taskOf("a", { success_criteria: [] }))],
  ["CRITERIA_EMPTY", planOf(taskOf("a", { success_criteria: [" "] }))],
  ["CRITERIA_REPEATED", planOf(taskOf("a", { success_criteria: ["x", "x"] }))],
  [
    "CRITERION_BARE",
    { ...planOf(taskOf("a")), verify: { success_criteria: ["the suite passes"] } },
  ],
  [
    "CHECK_UNPARSABLE",
    planOf(taskOf("a", { success_criteria: [{ criteria: "x", command: "a | b" }] })),
  ],
  ["PATH_OUTSIDE", planOf(taskOf("a", { files: ["../x"] }))],
  [
    "PATH_OUTSIDE",
    planOf(taskOf("a", { success_criteria: [{ criteria: "x", path: "/etc/passwd" }] })),
  ],
  ["PLAN_OVERSIZED", planOf(...Array.from({ length: 201 }, (_, n) => taskOf(String(n))))],
  [
    "PLAN_UNATTENDED",
    planOf(taskOf("a", { success_criteria: [{ criteria: "x", type: "manual" }] })),
    "auto",
  ],
  ["FIELD_OVERSIZED", planOf(taskOf("a", { subject: "a".repeat(201) }))],
  ["FIELD_OVERSIZED", planOf(taskOf("a", { description: "a".repeat(16_385) }))],
  [
    "FIELD_OVERSIZED",
    planOf(taskOf("a", { success_criteria: Array.from({ length: 21 }, (_, n) => String(n)) })),
  ],
  [
    "FIELD_OVERSIZED",
    planOf(taskOf("a", { files: Array.from({ length: 101 }, (_, n) => String(n)) })),
  ],
];
for (const [index, [code, plan, mode]] of faults.entries())
  test(`${code} (${index})`, () => {
    assert.deepEqual(codes(plan, mode), [code]);
  });

test("all findings come at once, each with its place", () => {
  const plan = planOf(
    taskOf("../x", { success_criteria: [] }),
    taskOf("b", { blocked_by: ["b", "gone"] }),
  );
  assert.deepEqual(findings(plan), [
    ["TASK_ID_INVALID", "/tasks/0/id"],
    ["CRITERIA_EMPTY", "/tasks/0/success_criteria"],
    ["DEPENDENCY_UNKNOWN", "/tasks/1/blocked_by"],
    ["GRAPH_CYCLIC", undefined],
  ]);
});

test("the ring is printed", () => {
  const refused = story().send(
    command("ProposePlan", {
      plan: planOf(taskOf("a", { blocked_by: ["b"] }), taskOf("b", { blocked_by: ["a"] })),
    }),
    file,
  );
  assert.match(isRefusal(refused) ? refused.text : "", /a waits for b waits for a/u);
});

test("a plan that is sound but poor is proposed with warnings", () => {
  const run = story();
  const shared = { files: ["src/a.ts"] };
  const six = Array.from({ length: 6 }, (_, n) => ({ criteria: `c${n}`, command: "x" }));
  run.ok(
    command("ProposePlan", {
      plan: planOf(
        taskOf("1", shared),
        taskOf("2", shared),
        taskOf("3", { ...shared, blocked_by: ["1", "2"] }),
        { id: "4", subject: "s", success_criteria: six },
        taskOf("5", { success_criteria: ["the app works"] }),
        taskOf("6", { success_criteria: [{ criteria: "x", command: "echo ok" }] }),
      ),
    }),
  );
  assert.deepEqual(run.state().plan.warnings, [
    "FILES_OVERLAP: tasks 1 and 2 share src/a.ts; the later waits for the earlier",
    "task 4 declares no files",
    "task 4 has 6 criteria",
    'task 5: "the app works" names no check; its worker must',
    'task 5: "the app works" is vague',
    'task 6: the check of "x" passes whatever was done: echo ok',
    "verify has no check of the whole tree, such as the full build or the full suite",
  ]);
});

test("a task verify of the plan is taken as verify, after the engine's own two criteria", () => {
  const run = story();
  run.ok(
    command("ProposePlan", {
      plan: planOf(
        taskOf("1"),
        taskOf("verify", {
          success_criteria: [{ criteria: "all pass", command: "npm test", type: "test_result" }],
        }),
      ),
    }),
  );
  const { tasks, order } = run.state();
  assert.deepEqual(order, ["1"]);
  assert.deepEqual(tasks["verify"]?.blockedBy, ["1"]);
  assert.deepEqual(
    tasks["verify"]?.criteria.map(({ text, check }) => [text, check?.type]),
    [
      ["All criteria of all tasks hold on the final tree", undefined],
      ["An agent that did none of the work accepts every criterion", undefined],
      ["all pass", "test_result"],
    ],
  );
});

test("story 9: a plan by hand is proposed from its draft, and an edit makes the approval ask anew", () => {
  const run = story();
  run.ok(command("AddTask", { task: taskOf("1", { blocked_by: ["2"] }) }), file);
  run.ok(command("AddTask", { task: taskOf("2", { success_criteria: ["a text"] }) }), file);
  assert.deepEqual(run.ok(command("ProposePlan", {}), file), ["PlanProposed"]);
  assert.deepEqual(run.state().planner, {
    agent: "james",
    status: "completed",
    startedAt: run.state().updatedAt,
    completedAt: run.state().updatedAt,
    lastFailure: null,
  });
  assert.deepEqual(run.keys(), ["approve-1"]);
  assert.deepEqual(
    run.ok(command("EditTask", { task: "2", changes: { subject: "Another" } }), file),
    ["TaskEdited", "PlanProposed"],
  );
  assert.equal(run.no(command("ApprovePlan", { rev: 1 })), "PLAN_CHANGED");
  assert.deepEqual(run.ok(command("ApprovePlan", { rev: 2 })), ["PlanApproved", "PhaseEntered"]);
});

test("story 9: in auto mode a sound plan runs; an edit that breaks one that stands is refused whole", () => {
  const auto = story({ mode: "auto" });
  assert.deepEqual(auto.ok(command("ProposePlan", { plan: planOf(taskOf("1")) })), [
    "PlanProposed",
    "PlanApproved",
    "PhaseEntered",
  ]);
  assert.equal(auto.state().plan.approvedBy, null);
  const run = story();
  run.ok(command("ProposePlan", { plan: planOf(taskOf("1"), taskOf("2")) }));
  assert.equal(run.no(command("RemoveTask", { task: "verify" })), "VERIFY_RESERVED");
  assert.equal(
    run.no(command("EditTask", { task: "1", changes: { blocked_by: ["1"] } })),
    "GRAPH_CYCLIC",
  );
  assert.equal(
    run.no(command("EditTask", { task: "verify", changes: { blocked_by: [] } })),
    "VERIFY_RESERVED",
  );
  assert.equal(run.state().plan.rev, 1);
});

test("a criterion that is named by its text keeps its check; a changed one starts bare", () => {
  const run = story();
  run.ok(command("AddTask", { task: taskOf("1") }));
  run.ok(command("EditTask", { task: "1", changes: { success_criteria: ["1 holds", "new"] } }));
  assert.deepEqual(
    run.state().tasks["1"]?.criteria.map(({ check }) => check?.command),
    ["check-1", undefined],
  );
  assert.deepEqual(
    run.ok(command("EditTask", { task: "1", changes: { success_criteria: ["1 holds", "new"] } })),
    [],
  );
});

test("only planned: the work begins when a person says so, or when the option goes", () => {
  const run = story({ plan_only: true });
  assert.equal(run.no(command("BeginExecution", {})), "PLAN_UNAPPROVED");
  run.plan(planOf(taskOf("1")));
  assert.deepEqual([run.state().phase, run.keys()], ["PLANNING", ["begin"]]);
  assert.deepEqual(run.ok(command("BeginExecution", {})), ["PhaseEntered"]);
  const other = story({ plan_only: true });
  other.plan(planOf(taskOf("1")));
  assert.deepEqual(other.ok(command("SetOptions", { options: { plan_only: false } })), [
    "OptionsChanged",
    "PhaseEntered",
  ]);
});
