// Tests of display names: placeholders filled in or described, never braces.
import assert from "node:assert/strict";
import { test } from "node:test";
import { filledName } from "./filled-name.ts";

test("a name tells what was filled in, else what would be, never braces", () => {
  const context = { goal: "Ship it", draft: true, empty: "" };
  assert.equal(filledName("Plan: {{ goal }}", context), "Plan: Ship it");
  assert.equal(filledName("Plan {goal} as {draft}", context), "Plan Ship it as true");
  assert.equal(filledName("Plan {{title}} {empty}", context), "Plan title empty");
  assert.equal(filledName("{N-001.output} of {{toString}}", context), "N-001.output of toString");
});

test("a value is never read for placeholders again, and stays one short line", () => {
  assert.equal(filledName("{goal}", { goal: "{{goal}}\n{x}" }), "{{goal}} {x}");
  assert.equal(filledName("{goal}", { goal: "a".repeat(99) }), `${"a".repeat(60)}…`);
});

test("braces around anything else are part of the name", () => {
  assert.equal(filledName('Use {"a": 1} and { x', {}), 'Use {"a": 1} and { x');
});
