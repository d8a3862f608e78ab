// Tests of the signal parser: only a line of its own counts; look-alikes, fences and quotes don't.
import assert from "node:assert/strict";
import { test } from "node:test";
import { messageLimit } from "../limits.ts";
import { meaningOf, signalOf, signalsIn } from "./signals.ts";

const tag = "<signal>T1_DONE</signal>";
const names = (message: string): readonly string[] => signalsIn(message).map(({ name }) => name);

test("of a message whose beginning was cut off, a fence may turn everything around", () => {
  const filler = "x".repeat(messageLimit);
  assert.deepEqual(names(`${filler}\n${tag}`), ["T1_DONE"]);
  assert.deepEqual(names(`${filler}\n${tag}\n\`\`\`\nmore`), []);
});

test("a name means something for its own unit and kind of job alone", () => {
  const meaning = (name: string, kind: Parameters<typeof meaningOf>[2], reason = "") =>
    meaningOf({ name, reason }, "T1", kind);
  assert.equal(meaning("T1_DONE", "work"), "done");
  assert.equal(meaning("T1_DONE", "confirmation"), "done");
  assert.equal(meaning("FIXED", "fix"), "done");
  assert.equal(meaning("TESTS_PASS", "test"), "done");
  for (const name of [
    "T2_DONE",
    "T10_DONE",
    "T1_VERIFIED",
    "REVIEW_PASS",
    "FIXED",
    "TESTS_PASS",
    "NEEDS_ESCALATION",
  ])
    assert.equal(meaning(name, "work", ""), "foreign", name);
  assert.equal(meaning("BLOCKED", "work", "no key"), "blocked");
  for (const reason of ["", "reason", "{reason}"])
    assert.equal(meaning("BLOCKED", "work", reason), "undone", reason);
  assert.equal(meaning("NEEDS_ESCALATION", "revise", "why"), "blocked");
  assert.equal(meaning("TEST_BLOCKED", "test"), "blocked");
  assert.equal(meaning("TESTS_FAIL", "test", "two"), "undone");
  assert.deepEqual(signalOf("BLOCKED: x"), { name: "BLOCKED", reason: "x" });
  assert.equal(signalOf("done, I think"), null);
});
