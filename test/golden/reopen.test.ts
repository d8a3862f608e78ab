// Golden stories of cancel and reopen in ultrawork (acceptance story 14).
import assert from "node:assert/strict";
import { test } from "node:test";
import { ultrawork } from "../../src/protocols/ultrawork/index.ts";
import { outcome, runAll, smallPlan, startWith, work } from "./cast.ts";
import { assertKept, below } from "./kept.ts";
import { openStage, person } from "./stage.ts";

test("cancelled with workers and a check under way, archived, taken out and gone on with", async () => {
  const stage = await openStage("run7");
  startWith(stage, smallPlan(["1", []], ["2", []], ["3", []]));
  work(stage, "1");
  stage.begin("task-2-1");
  stage.begin("task-3-1");
  assert.equal(stage.keys()[0], "check-1-1-1.0");
  stage.send({ type: "Cancel", data: { reason: "wrong goal" } }, person);
  assert.deepEqual(stage.send({ type: "Cancel", data: {} }, person), []);
  assert.deepEqual(stage.keys(), []);
  assert.equal(stage.refused({ type: "ApprovePlan", data: { rev: 1 } }, person).code, "RUN_OVER");
  const cancelled = stage.files();
  stage.send({ type: "Archive", data: {} }, person);
  assert.equal(ultrawork.place(stage.state()), "~/.claude/ultrawork/shop/archive/abc");
  assert.equal(
    stage.refused({ type: "Reopen", data: { reason: "x" } }, person).code,
    "RUN_ARCHIVED",
  );
  stage.send({ type: "Unarchive", data: {} }, person);
  stage.send({ type: "Reopen", data: { reason: "it was the right one" } }, person);
  assert.deepEqual(stage.keys(), ["check-1-1-1.0", "task-2-2", "task-3-2"]);
  assertKept("reopened", { ...outcome(stage), ...below("cancelled", cancelled) });
});

test("a run that was paused takes reports and starts nothing", async () => {
  const stage = await openStage("run8");
  startWith(stage, smallPlan(["1", []], ["2", []]));
  stage.begin("task-1-1");
  stage.send({ type: "Pause", data: {} }, person);
  assert.deepEqual(stage.keys(), ["task-1-1 (paused)", "task-2-1 (paused)"]);
  stage.report("task-1-1", { task: "1", status: "done", summary: "done" });
  assert.deepEqual(stage.keys(), ["check-1-1-1.0 (paused)", "task-2-1 (paused)"]);
  stage.send({ type: "Resume", data: {} }, person);
  runAll(stage, "check");
  assert.equal(stage.state().tasks["1"]?.status, "resolved");
});
