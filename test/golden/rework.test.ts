// Golden stories of failed verification and fix tasks (acceptance stories 3, 4 and 5).
import assert from "node:assert/strict";
import { test } from "node:test";
import { outcome, runAll, smallPlan, startWith, work } from "./cast.ts";
import { assertKept } from "./kept.ts";
import { openStage } from "./stage.ts";

const judged = (...tasks: readonly string[]): unknown =>
  tasks.map((task) => ({ task, criterion: 1, judgement: "met" }));

test("a failed sweep costs no verifier: fix tasks own what failed, and the verdict comes on the last tree", async () => {
  const stage = await openStage("run2");
  startWith(stage, smallPlan(["1", []], ["2", []]));
  work(stage, "1");
  work(stage, "2");
  runAll(stage, "check");
  stage.ran("recheck-1-1-1", { exit: 1, text: "1 failed: token reused" });
  runAll(stage, "recheck");
  assert.deepEqual(stage.keys(), ["task-fix-1-1-1"]);
  assert.equal(stage.state().phase, "EXECUTION");
  work(stage, "fix-1-1");
  runAll(stage, "check");
  runAll(stage, "recheck");
  stage.begin("verify-2-1", "claude");
  const issue = {
    summary: "No logout",
    done_when: "Logout is there",
    check: { command: "npm run check-logout" },
  };
  stage.report("verify-2-1", {
    sweep: 2,
    verdict: "PASS",
    judgements: judged("1", "2", "fix-1-1"),
    issues: [issue],
  });
  assert.deepEqual(stage.keys(), ["task-fix-2-1-1"]);
  work(stage, "fix-2-1");
  runAll(stage, "check");
  runAll(stage, "recheck");
  stage.begin("verify-3-1", "claude");
  stage.report("verify-3-1", {
    sweep: 3,
    verdict: "PASS",
    judgements: judged("1", "2", "fix-1-1", "fix-2-1"),
  });
  stage.tree("tree-late", [{ path: "src/late.ts", how: "added" }]);
  stage.ran("seal-3");
  assert.equal(stage.keys()[0], "recheck-4-1-1");
  runAll(stage, "recheck");
  stage.begin("verify-4-1", "claude");
  stage.report("verify-4-1", {
    sweep: 4,
    verdict: "PASS",
    judgements: judged("1", "2", "fix-1-1", "fix-2-1"),
  });
  stage.ran("seal-4");
  assert.equal(stage.state().phase, "COMPLETE");
  assertKept("rework", outcome(stage));
});

test("with one iteration a failed verification is the end", async () => {
  const stage = await openStage("run3");
  startWith(stage, smallPlan(["1", []]), { max_iterations: 1, mode: "auto" });
  work(stage, "1");
  runAll(stage, "check");
  stage.ran("recheck-1-1-1", { exit: null, text: "", why: "killed by SIGKILL" });
  stage.ran("recheck-1-verify-1");
  assert.equal(stage.state().phase, "FAILED");
  assertKept("one-iteration", outcome(stage));
});
