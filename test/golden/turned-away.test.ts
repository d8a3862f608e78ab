// Golden story of a lapsed login overnight: no failed explorer, no spent attempt.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ultrawork } from "../../src/protocols/ultrawork/index.ts";
import { explored, outcome, runAll, smallPlan, work } from "./cast.ts";
import { assertKept, below } from "./kept.ts";
import { openStage, person } from "./stage.ts";

test("explorers, planner and a worker are turned away by their model server, and all go on where they were", async () => {
  const stage = await openStage("run11");
  const options = {
    explorers: ["the login", "the tests"],
    baseline: false,
    max_attempts: 1,
    mode: "auto",
  };
  stage.send({ type: "Start", data: { goal: "Add a login", session: "abc", options } }, person);
  const turnedAway = (
    key: string,
    kind: "auth" | "overload" | "network" | "quota",
    retryAt?: string,
  ): void => {
    stage.begin(key);
    const fault = retryAt === undefined ? { kind } : { kind, retryAt };
    stage.report(key, undefined, { exit: null, reason: "killed", fault });
  };
  for (const id of ["exp-1", "exp-2"]) turnedAway(`explore-${id}-1`, "auth");
  const waits = "waits for an answer";
  assert.deepEqual(stage.keys(), [
    "stuck-exp-1",
    `explore-exp-1-2 (${waits})`,
    `explore-exp-2-2 (${waits})`,
  ]);
  assert.match(
    stage.brief("stuck-exp-1"),
    /The agent of exp-1, exp-2 was turned away: its model server refuses the login or key/u,
  );
  const held = stage.files();
  stage.decide("stuck-exp-1", "retry", "logged in");
  for (const id of ["exp-1", "exp-2"]) {
    stage.begin(`explore-${id}-2`);
    stage.report(`explore-${id}-2`, explored(id));
  }
  turnedAway("plan-1", "quota", "2026-01-08T18:00:00Z");
  assert.equal(stage.job("plan-2").notBefore, "2026-01-08T18:00:00.000Z");
  stage.begin("plan-2");
  stage.report("plan-2", { status: "plan", plan: smallPlan(["1", []]) });
  turnedAway("task-1-1", "overload");
  turnedAway("task-1-2", "network");
  work(stage, "1", 3);
  runAll(stage, "check");
  runAll(stage, "recheck");
  turnedAway("verify-1-1", "overload");
  stage.begin("verify-1-2", "claude");
  stage.report("verify-1-2", {
    sweep: 1,
    verdict: "PASS",
    judgements: [{ task: "1", criterion: 1, judgement: "met" }],
  });
  stage.ran("seal-1");
  assert.equal(stage.state().phase, "COMPLETE");
  assert.ok(
    ultrawork.view(stage.state()).warnings.every((warning) => !warning.startsWith("explorer")),
  );
  assertKept("turned-away", { ...outcome(stage), ...below("held", held) });
});
