// Tests of automatic gates: each placement rule fires where due, and nowhere else.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal } from "../../../../core/refusal.ts";
import { isWork, type Template } from "../template.ts";
import { composed, type TemplateRequest } from "./compose.ts";
import { readSteps } from "./steps.ts";

const dated = { day: "20260310", time: "2026-03-10T10:00:00Z" };
const wanted = (
  lines: readonly string[],
  more: Partial<TemplateRequest> = {},
): TemplateRequest => ({
  name: "Test",
  steps: readSteps(lines).steps,
  variables: [],
  type: null,
  description: null,
  checkpoints: true,
  auto: false,
  ...more,
});
const make = (lines: readonly string[], more: Partial<TemplateRequest> = {}): Template => {
  const made = composed(wanted(lines, more), "test", dated, "test.json");
  assert.ok(!isRefusal(made), JSON.stringify(made));
  return made.template;
};
const order = (...lines: readonly string[]): string =>
  make(lines)
    .nodes.map(({ id }) => id)
    .join(" ");
const gates = (lines: readonly string[], more: Partial<TemplateRequest> = {}): readonly string[] =>
  make(lines, more).nodes.flatMap((node) =>
    isWork(node) ? [] : [`${node.name}|${node.description}|${node.autoContinue}`],
  );

test("story 15: plan, execute, test: two rules share a boundary, none fires before testing", () => {
  assert.equal(order("plan", "execute", "test"), "N-001 CP-01 N-002 N-003");
  assert.deepEqual(gates(["plan", "execute", "test"]), [
    "Checkpoint: After planning|planning is done; next: execution|true",
  ]);
});

test("gates stand where the rules want them", () => {
  assert.equal(order("analyze", "refactor"), "N-001 CP-01 N-002", "1: its output is an analysis");
  assert.equal(
    order("brainstorm", "refactor"),
    "N-001 CP-01 N-002",
    "1: a word of a port begins so",
  );
  assert.equal(order("review", "refactor"), "N-001 CP-01 N-002", "1: review-findings");
  assert.equal(order("tdd", "execute"), "N-001 CP-01 N-002", "2: it executes");
  assert.equal(order("execute", "agent"), "N-001 CP-01 N-002", "3: an agent comes");
  assert.equal(order("execute", "spec"), "N-001 CP-01 N-002", "4: a long plan comes");
  assert.equal(
    order("execute", "command:x:workflow-plan"),
    "N-001 CP-01 N-002",
    "4: after the last colon",
  );
  assert.equal(order("execute", "skill:collaborative-plan-with-file"), "N-001 CP-01 N-002", "4");
  assert.equal(order("execute", "pause", "test"), "N-001 CP-01 N-002", "5: asked for");
  assert.equal(order("plan", "pause", "execute"), "N-001 CP-01 N-002", "5: none is added to it");
  assert.equal(order("test", "review"), "N-001 CP-01 N-002", "6: tests were run");
  assert.equal(order("integration-test", "review"), "N-001 CP-01 N-002", "6");
  assert.equal(order("execute", "review"), "N-001 N-002");
  assert.equal(order("execute", "tdd", "refactor"), "N-001 N-002 N-003");
  assert.equal(order("execute", "command:workflow-plan:x"), "N-001 N-002");
  assert.equal(
    order("pause", "execute", "test", "save"),
    "CP-01 N-001 N-002 CP-02",
    "asked for at the ends",
  );
});

test("a gate waits for a person where the next step plans, specifies or reviews, unless it is asked for", () => {
  const last = (lines: readonly string[], more: Partial<TemplateRequest> = {}): string =>
    gates(lines, more).at(-1)?.split("|").at(-1) ?? "";
  assert.equal(last(["analyze", "plan"]), "false");
  assert.equal(last(["test", "spec"]), "false");
  assert.equal(last(["test", "review"]), "false");
  assert.equal(last(["plan", "execute"]), "true");
  assert.equal(last(["execute", "pause", "test"]), "false");
  assert.equal(last(["test", "save", "review"]), "true");
  assert.equal(last(["test", "review"], { auto: true }), "true");
  assert.equal(last(["test", "pause", "review"], { auto: true }), "false");
  assert.deepEqual(gates(["test", "review"], { checkpoints: false }), []);
  assert.deepEqual(gates(["plan", "pause: Show the plan", "execute"], { checkpoints: false }), [
    "Show the plan|Show the plan|false",
  ]);
  const background = wanted(["execute", "agent"]);
  const steps = background.steps.map((step) => ({
    ...step,
    background: step.word.word === "agent",
  }));
  assert.equal(last([], { steps }), "false");
});
