// Tests of proposing, approving and rejecting plans.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  agentFor,
  brief,
  discovering,
  engine,
  executing,
  file,
  endPass,
  pass,
  planning,
  proposed,
  settle,
  unit,
} from "../../../../test/fixtures/iterative-rules.ts";

test("a rejection asks the planner again with the note, until the rounds are used up and a person gives new ones", () => {
  const rules = proposed(undefined, { settings: { caps: { plan: 2 } } });
  rules.send("RejectPlan", { note: "too large" });
  assert.deepEqual(
    [rules.state().plan.state, rules.state().plan.rejection, rules.state().planner.rounds],
    ["rejected", "too large", 1],
  );
  rules.send("ProposePlan", { units: [unit("T1")] }, agentFor("planner#2"));
  assert.deepEqual([rules.state().plan.rev, rules.state().plan.rejection], [2, null]);
  rules.send("RejectPlan", { note: "too small" });
  assert.equal(rules.state().planner.rounds, 2);
  rules.send("RejectPlan", { note: "" });
  assert.deepEqual([rules.state().planner.rounds, rules.state().planner.n], [0, 3]);
});

test("a plan written by hand before the brief waits for it", () => {
  const rules = discovering();
  rules.send("ProposePlan", { units: [unit("T1")] }, file);
  assert.equal(rules.refused("ApprovePlan").code, "PHASE_WRONG");
  rules.send("WriteBrief", brief);
  assert.deepEqual(rules.does("ApprovePlan"), ["PlanApproved", "PhaseEntered"]);
});

test("a template never replaces a plan that somebody wrote", () => {
  const rules = discovering({ domain: "research", settings: { planner: "template" } });
  rules.send("ProposePlan", { units: [unit("R1")] }, file);
  assert.deepEqual(rules.does("WriteBrief", brief), ["BriefWritten", "PhaseEntered"]);
});

test("after a skip back what stood is the proposal's beginning, and begun units keep what they did", () => {
  const rules = executing([unit("T1"), unit("T2"), unit("T3")]);
  settle(rules, "T1");
  pass(rules, "T2");
  endPass(rules, "T2");
  rules.send("SkipTo", { phase: "plan", reason: "another idea" });
  const { plan, bypasses, phase } = rules.state();
  assert.deepEqual([phase, plan.state, plan.proposal?.units.length], ["plan", "none", 3]);
  assert.deepEqual(
    [bypasses.length, bypasses[0]?.what, bypasses[0]?.by, bypasses[0]?.reason],
    [1, "skipped from execute to plan", "ana", "another idea"],
  );
  assert.equal(
    rules.refused("ProposePlan", { units: [unit("T2", { max: 0 }), unit("T1")] }).code,
    "LIMIT_INVALID",
  );
  rules.send("ProposePlan", {
    units: [unit("T2", { criteria: ["other words"] }), unit("T1"), unit("T4")],
  });
  rules.send("ApprovePlan", {});
  assert.deepEqual(
    rules.state().units.map(({ id, stage, used, variant }) => [id, stage, used, variant]),
    [
      ["T2", "work", 1, "first"],
      ["T1", "settled", 0, "first"],
      ["T4", "idle", 0, "first"],
    ],
  );
});

test("a plan whose every unit is done goes on to verify by itself", () => {
  const rules = executing([unit("T1")]);
  settle(rules, "T1");
  rules.send("SkipTo", { phase: "plan", reason: "x" });
  rules.send("ProposePlan", { units: [unit("T1")] });
  assert.deepEqual(rules.does("ApprovePlan"), ["PlanApproved", "PhaseEntered", "PhaseEntered"]);
  assert.equal(rules.state().phase, "verify");
});

test("three plans that could not be read leave it to a person", () => {
  const rules = planning();
  for (const n of [1, 2, 3])
    rules.send("FailAttempt", { job: "planner", n, why: "no JSON" }, engine);
  assert.deepEqual([rules.state().planner.attempts, rules.state().planner.why], [3, "no JSON"]);
  rules.send("ProposePlan", { units: [unit("T1")] }, file);
  assert.deepEqual([rules.state().planner.attempts, rules.state().plan.state], [0, "proposed"]);
});
