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

test("the planner's plan waits; the same again says nothing; approval records rev and branch", () => {
  const rules = planning();
  const units = [unit("T1"), unit("T2", { depends: ["T1"] })];
  assert.deepEqual(
    rules.does("ProposePlan", { units, context: { goal: "log in" } }, agentFor("planner#1")),
    ["PlanProposed", "ContextSet"],
  );
  assert.deepEqual(rules.does("ProposePlan", { units }, file), []);
  assert.deepEqual(
    [rules.state().plan.rev, rules.state().planner.n, rules.state().units.length],
    [1, 2, 0],
  );
  assert.deepEqual(rules.does("ApprovePlan", { rev: 1, branch: "feat/login" }), [
    "PlanApproved",
    "PhaseEntered",
  ]);
  const { phase, branch, plan } = rules.state();
  assert.deepEqual(
    [phase, branch, plan.state, plan.proposal],
    ["execute", "feat/login", "approved", null],
  );
  assert.deepEqual(
    rules.state().units.map(({ id, stage, max, depends }) => [id, stage, max, depends]),
    [
      ["T1", "idle", 5, []],
      ["T2", "idle", 5, ["T1"]],
    ],
  );
});

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
  rules.send("ApprovePlan", { branch: "work" });
  assert.deepEqual(
    rules.state().units.map(({ id, stage, used, variant }) => [id, stage, used, variant]),
    [
      ["T2", "work", 1, "first"],
      ["T1", "settled", 0, "first"],
      ["T4", "idle", 0, "first"],
    ],
  );
});

test("what an issue added stands in a plan made anew as it was, with the Output that it mends", () => {
  const rules = executing([unit("R1")], { mode: "knowledge", domain: "research" });
  const mends = {
    id: "R2",
    title: "Fix: a gap",
    criteria: ["the problem is gone"],
    files: [],
    output: "outputs/r1.md",
    depends: [],
    max: 3,
  };
  rules.given({ type: "UnitAdded", data: { unit: { ...mends, model: "sonnet" }, gap: null } });
  pass(rules, "R2");
  endPass(rules, "R2");
  rules.send("SkipTo", { phase: "plan", reason: "another idea" });
  const kept = unit("R2", { output: "outputs/r1.md" });
  assert.deepEqual(rules.does("ProposePlan", { units: [unit("R1"), kept] }), ["PlanProposed"]);
  const third = unit("R3", { output: "outputs/r1.md" });
  assert.equal(
    rules.refused("ProposePlan", { units: [unit("R1"), kept, third] }).code,
    "OUTPUT_SHARED",
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

test("done work that is planned anew without an iteration left ends in a timeout", () => {
  const rules = executing([unit("T1", { max: 1 }), unit("T2")]);
  pass(rules, "T1");
  endPass(rules, "T1", "done");
  settle(rules, "T1");
  rules.send("SkipTo", { phase: "plan", reason: "x" });
  rules.send("ProposePlan", {
    units: [unit("T1", { max: 1, criteria: ["other words"] }), unit("T2")],
  });
  assert.deepEqual(rules.does("ApprovePlan"), ["PlanApproved", "PhaseEntered", "UnitStuck"]);
  const { stage, stuck, basis, completedAt } = rules.unit("T1");
  assert.deepEqual([stage, stuck?.kind, basis, completedAt], ["stuck", "timeout", null, null]);
});
