// Tests of ultrawork's refusal codes for beginning and planning.
import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, complete, explored, working } from "../../../test/fixtures/ultrawork-stands.ts";
import {
  agent,
  ana,
  command,
  engine,
  file,
  parent,
  planOf,
  story,
  taskOf,
} from "../../../test/fixtures/ultrawork-story.ts";
import { decide } from "./decider.ts";
import type { UltraworkCommands } from "./commands.ts";

const stamp = { at: "2026-01-08T12:00:00.000Z", by: ana };
const startWith = (data: Partial<UltraworkCommands["Start"]["data"]>): string => {
  const decided = decide(
    null,
    command("Start", { goal: "g", run: "r", session: "s", ...data }),
    stamp,
  );
  return "code" in decided ? decided.code : "";
};

test("the frame: unknown, existing, over, archived, wrong sender", () => {
  const decided = decide(null, command("Pause", {}), stamp);
  assert.equal("code" in decided ? decided.code : "", "RUN_UNKNOWN");
  assert.equal(story().no(command("Start", { goal: "g" })), "RUN_EXISTS");
  const run = complete();
  assert.equal(run.no(command("Pause", {})), "RUN_OVER");
  assert.equal(run.no(command("Cancel", {})), "RUN_OVER");
  run.ok(command("Archive", {}));
  assert.equal(run.no(command("Reopen", { reason: "r" })), "RUN_ARCHIVED");
  run.ok(
    command("RefuseEdit", {
      path: "session.json",
      digest: "d",
      code: "RUN_ARCHIVED",
      why: "its folder is put away",
    }),
    engine,
  );
  assert.equal(working().no(command("Complete", {}), ana), "SENDER_WRONG");
  assert.equal(working().no(command("AddTask", { task: taskOf("3") }), parent), "SENDER_WRONG");
});

test("a start is named, and its options are in range", () => {
  assert.equal(startWith({ goal: " " }), "GOAL_EMPTY");
  assert.equal(startWith({ goal: "g".repeat(8_193) }), "FIELD_OVERSIZED");
  for (const session of ["../x", "", ".a", "a/b", "a".repeat(129)])
    assert.equal(startWith({ session }), "SESSION_INVALID", session);
  assert.equal(startWith({ team: ".." }), "SESSION_INVALID");
  const wrong = [
    { mode: "x" },
    { max_workers: 65 },
    { max_iterations: 0 },
    { max_attempts: 1.5 },
    { planner: "x" },
    { verifier: "x" },
    { check_timeout_s: 7_201 },
    { explorers: 4 },
    { explorers: ["a", ""] },
  ];
  for (const options of wrong)
    assert.equal(startWith({ options }), "OPTION_INVALID", JSON.stringify(options));
  assert.equal(startWith({ options: { max_workers: 0, explorers: ["a", "b"] } }), "");
});

test("a job begins only when it is due and nothing keeps it", () => {
  const run = working({ max_workers: 1 });
  assert.equal(run.no(begin("task-9-1"), engine), "JOB_UNREADY");
  assert.equal(run.no(begin("verify-1-1"), engine), "JOB_UNREADY");
  run.begin("task-1-1");
  assert.equal(run.no(begin("task-2-1"), engine), "JOB_UNREADY");
  const paused = working();
  paused.ok(command("Pause", {}));
  assert.equal(paused.no(begin("task-1-1"), engine), "JOB_UNREADY");
  assert.equal(story({ explorers: 1 }).no(begin("explore-exp-1-1"), file), "SENDER_WRONG");
});

test("explorers report once, in PLANNING, and not too much", () => {
  const run = story();
  run.ok(explored("s"));
  assert.deepEqual(run.ok(explored("s")), []);
  assert.equal(run.no(explored("t")), "EXPLORER_REPEATED");
  assert.equal(run.no(explored("s".repeat(2_001), "y")), "FIELD_OVERSIZED");
  assert.equal(run.no(explored("s", "../y")), "PATH_OUTSIDE");
  assert.equal(run.no(explored("s", "y", "../z")), "PATH_OUTSIDE");
  assert.equal(run.no(explored("s", "y"), agent("explore-z-1")), "SENDER_WRONG");
  assert.equal(working().no(explored("s")), "PHASE_WRONG");
});

test("questions: asked by whom it concerns, never in auto, not without end, answered once", () => {
  const ask = (about: string, text = "which?") =>
    command("AskQuestion", { about, text, options: [] });
  const auto = story({ mode: "auto" });
  auto.begin("plan-1");
  assert.equal(auto.no(ask("plan"), agent("plan-1")), "MODE_UNATTENDED");
  const run = story();
  run.begin("plan-1");
  assert.equal(run.no(ask("1"), agent("plan-1")), "TASK_UNKNOWN");
  assert.equal(run.no(ask("plan"), agent("plan-2")), "SENDER_WRONG");
  for (let n = 0; n < 10; n += 1) run.ok(ask("plan"), agent("plan-1"));
  assert.equal(run.no(ask("plan"), agent("plan-1")), "QUESTION_EXCESSIVE");
  assert.equal(
    run.no(command("AnswerQuestion", { question: "11", answer: "a" })),
    "QUESTION_UNKNOWN",
  );
  assert.equal(run.no(command("AnswerQuestion", { question: "1", answer: " " })), "REASON_MISSING");
  run.ok(command("AnswerQuestion", { question: "1", answer: "a" }));
  assert.deepEqual(run.ok(command("AnswerQuestion", { question: "1", answer: "a" })), []);
  assert.equal(
    run.no(command("AnswerQuestion", { question: "1", answer: "b" })),
    "QUESTION_UNKNOWN",
  );
});

test("a run asks at most 30 questions", () => {
  const run = story();
  for (const n of [1, 2, 3]) {
    run.begin(`plan-${n}`);
    for (let q = 0; q < 10; q += 1)
      run.ok(command("AskQuestion", { about: "plan", text: "q", options: [] }), agent(`plan-${n}`));
    for (let q = 1; q <= 10; q += 1)
      run.ok(command("AnswerQuestion", { question: String((n - 1) * 10 + q), answer: "a" }));
  }
  run.begin("plan-4");
  assert.equal(
    run.no(command("AskQuestion", { about: "plan", text: "q", options: [] }), agent("plan-4")),
    "QUESTION_EXCESSIVE",
  );
});

test("a plan at work is frozen but for a person's additions and reasoned edits", () => {
  const run = working();
  const edit = (task: string, reason?: string) =>
    command("EditTask", { task, changes: { subject: "t" }, reason });
  assert.equal(run.no(command("AddTask", { task: taskOf("3") }), file), "PLAN_FROZEN");
  assert.equal(run.no(command("RemoveTask", { task: "1" })), "PLAN_FROZEN");
  assert.equal(run.no(edit("1", "r"), file), "PLAN_FROZEN");
  assert.equal(run.no(edit("1")), "REASON_MISSING");
  assert.equal(run.no(edit("9", "r")), "TASK_UNKNOWN");
  run.begin("task-1-1");
  assert.equal(run.no(edit("1", "r")), "PLAN_FROZEN");
  assert.equal(run.no(command("AddTask", { task: taskOf("1") })), "TASK_REPEATED");
  assert.equal(
    run.no(command("AddTask", { task: taskOf("3", { blocked_by: ["9"] }) })),
    "DEPENDENCY_UNKNOWN",
  );
  assert.deepEqual(run.ok(command("AddTask", { task: taskOf("3") })), ["TaskAdded"]);
  assert.deepEqual(run.state().tasks["verify"]?.blockedBy, ["1", "2", "3"]);
  assert.equal(run.no(command("ProposePlan", {})), "PHASE_WRONG");
  assert.equal(run.no(command("EditGoal", { goal: "h" })), "GOAL_FROZEN");
  const planned = story({ plan_only: true });
  planned.plan(planOf(taskOf("1")));
  assert.equal(planned.no(command("ProposePlan", { plan: planOf(taskOf("1")) })), "PLAN_FROZEN");
});

test("plans are approved and returned as they stand, with a reason", () => {
  const run = story();
  assert.equal(run.no(command("ApprovePlan", { rev: 1 })), "PLAN_UNPROPOSED");
  run.ok(command("ProposePlan", { plan: planOf(taskOf("1")) }));
  assert.equal(run.no(command("ApprovePlan", { rev: 2 })), "PLAN_CHANGED");
  assert.equal(run.no(command("RevisePlan", { rev: 1, reason: "" })), "REASON_MISSING");
  assert.equal(run.no(command("BeginExecution", {})), "PLAN_UNAPPROVED");
  assert.deepEqual(run.ok(command("RevisePlan", { rev: 1, reason: "split it" })), ["PlanReturned"]);
  assert.equal(run.no(command("ProposePlan", {}), agent("plan-1")), "SENDER_WRONG");
});

test("names that every object inherits are names like others: unknown till somebody gives them", () => {
  for (const id of ["constructor", "toString", "valueOf", "__proto__"]) {
    const run = story({ explorers: 0 });
    assert.equal(
      run.no(command("EditTask", { task: id, changes: { subject: "x" } })),
      "TASK_UNKNOWN",
      id,
    );
    assert.equal(run.no(command("RemoveTask", { task: id })), "TASK_UNKNOWN", id);
  }
  const run = story({ explorers: 0 });
  run.ok(
    command("RecordExploration", {
      explorer: "constructor",
      summary: "found",
      key_files: [],
      patterns: [],
      constraints: [],
    }),
  );
  run.ok(
    command("ProposePlan", {
      plan: planOf(taskOf("toString"), taskOf("valueOf", { blocked_by: ["toString"] })),
    }),
  );
  assert.equal(run.state().explorers["constructor"]?.hint, "");
  assert.deepEqual(run.state().order, ["toString", "valueOf"]);
});
