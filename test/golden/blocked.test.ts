// Golden story of ultrawork: a failed task blocks only its dependants; waivers (acceptance story 12).
import assert from "node:assert/strict";
import { test } from "node:test";
import { ultrawork } from "../../src/protocols/ultrawork/index.ts";
import { outcome, runAll, smallPlan, startWith, work } from "./cast.ts";
import { assertKept } from "./kept.ts";
import { openStage, person } from "./stage.ts";
import type { Stage } from "./stage.ts";

const plan = smallPlan(["1", []], ["2", ["1"]], ["3", ["2"]], ["4", []]);

/** Task 1 proved, task 2 given up after its attempts, by each of three ways to fail. */
const failTwo = (stage: Stage): void => {
  work(stage, "1");
  runAll(stage, "check");
  stage.begin("task-2-1");
  stage.report("task-2-1", { task: "2", status: "failed", summary: "no staging server" });
  stage.begin("task-2-2");
  stage.report("task-2-2", undefined, { exit: null, reason: "timeout" });
  work(stage, "2", 3);
  stage.ran("check-2-1-3.0", { exit: 1, text: "refused to connect" });
};

test("what doesn't wait goes on, then a person decides; a waived task lets its dependants start and shows for ever", async () => {
  const stage = await openStage("run4");
  startWith(stage, plan);
  failTwo(stage);
  assert.deepEqual(stage.keys(), [
    'task-3-1 (waits for 2 (failed: criterion 1 "Check 2 passes" (npm run check-2): exit 1))',
    "task-4-1",
  ]);
  work(stage, "4");
  runAll(stage, "check");
  assert.equal(stage.keys()[0], "stuck-2");
  stage.decide("stuck-2", "waive", "no staging server");
  work(stage, "3");
  runAll(stage, "check");
  runAll(stage, "recheck");
  stage.begin("verify-1-1", "claude");
  const judgements = ["1", "3", "4"].map((task) => ({ task, criterion: 1, judgement: "met" }));
  stage.report("verify-1-1", { sweep: 1, verdict: "PASS", judgements });
  stage.ran("seal-1");
  assert.equal(stage.state().phase, "COMPLETE");
  assert.deepEqual(ultrawork.view(stage.state()).bypasses, [
    "task 2 waived by ana: no staging server",
  ]);
  assert.equal(
    ultrawork.ended(stage.state())?.summary,
    "Add a login: 3 of 4 criteria proved, 2 waived by ana",
  );
  assertKept("waived", outcome(stage));
});

test("in auto mode the run ends and names what failed and what waits", async () => {
  const stage = await openStage("run5");
  startWith(stage, plan, { mode: "auto" });
  work(stage, "4");
  runAll(stage, "check");
  failTwo(stage);
  assert.match(
    stage.state().failureReason ?? "",
    /task 2 failed after 3 attempts.*3 and verify wait for it/u,
  );
  assertKept("blocked-auto", outcome(stage));
});

test("a criterion alone may be waived, by a person and with a reason", async () => {
  const stage = await openStage("run6");
  startWith(stage, plan);
  assert.equal(
    stage.refused({ type: "Waive", data: { task: "2", criterion: 1, reason: " " } }, person).code,
    "REASON_MISSING",
  );
  stage.send({ type: "Waive", data: { task: "2", criterion: 1, reason: "shown by hand" } }, person);
  assert.deepEqual(
    ultrawork.evidence(stage.state(), stage.log, "2").map(({ status, waived }) => [status, waived]),
    [["waived", "by ana: shown by hand"]],
  );
});
