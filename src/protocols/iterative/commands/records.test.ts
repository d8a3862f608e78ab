// Tests of notes, claims, commits and kept extras.
import assert from "node:assert/strict";
import { test } from "node:test";
import { engine, executing, file, pass } from "../../../../test/fixtures/iterative-rules.ts";

const hash = "abc1234def5678abc1234def5678abc1234def56";

test("a commit that exists is recorded once, whole, and for its unit", () => {
  const rules = executing();
  const known = { [hash]: true, abc1234: true };
  assert.deepEqual(
    rules.does("RecordCommit", { unit: "T1", hash, subject: "feat: a\nbody", known }, engine),
    ["CommitRecorded"],
  );
  assert.deepEqual(
    rules.does("RecordCommit", { hash: "abc1234", subject: "feat: a", known }, file),
    [],
  );
  assert.deepEqual(
    rules.does("RecordCommit", { unit: "T2", hash: "abc1234", subject: "else", known }, file),
    ["CommitRecorded"],
  );
  assert.deepEqual(rules.state().commits, [{ hash, subject: "feat: a" }]);
  assert.deepEqual([rules.unit("T1").commits, rules.unit("T2").commits], [[hash], [hash]]);
});

test("the same claim says nothing new in one pass, and is told again in the next", () => {
  const rules = executing();
  const claim = { unit: "T1", claim: "confirming", where: "state.json" };
  pass(rules, "T1");
  assert.deepEqual(
    [rules.does("RecordClaim", claim, file), rules.does("RecordClaim", claim, file)],
    [["ClaimRecorded"], []],
  );
  assert.deepEqual(rules.does("RecordClaim", { ...claim, claim: "done" }, file), ["ClaimRecorded"]);
  rules.given({
    type: "PassVoided",
    data: { unit: "T1", n: 1, kind: "work", why: "x", not_before: null },
  });
  pass(rules, "T1");
  assert.deepEqual(rules.does("RecordClaim", claim, file), ["ClaimRecorded"]);
  assert.equal(rules.unit("T1").stage, "work");
});

test("of two lessons of one name the first is changed, the other stays", () => {
  const rules = executing();
  for (const solution of ["one", "two"]) rules.send("AddGuardrail", { name: "Same", solution });
  rules.send("EditGuardrail", { name: "Same", changes: { solution: "one more" } });
  rules.send("RemoveGuardrail", { name: "Same" });
  assert.deepEqual(
    rules.state().guardrails.map(({ solution }) => solution),
    ["two"],
  );
});

test("context: what a field doesn't say stays, and signals give way to the limit", () => {
  const rules = executing();
  rules.send("SetContext", { goal: "log in", key_files: [{ path: "src/a.ts", text: "the door" }] });
  rules.send("SetContext", { approach: "small steps", signals: { T1: "word ".repeat(150) } });
  const { context } = rules.state();
  assert.deepEqual(
    [context?.goal, context?.approach, context?.keyFiles.length, context?.whole],
    ["log in", "small steps", 1, null],
  );
  assert.deepEqual(rules.does("SetContext", { goal: " log in " }), []);
});
