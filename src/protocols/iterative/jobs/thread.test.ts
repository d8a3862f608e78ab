// Test of fresh conversations: no interview, plan, pass or confirmation resumes an earlier one.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  delivering,
  discovering,
  endPass,
  executing,
  pass,
  planning,
  type Rules,
  unit,
} from "../../../../test/fixtures/iterative-rules.ts";
import { jobs } from "../jobs.ts";

const agents = (rules: Rules): readonly string[] =>
  jobs(rules.state())
    .filter(({ kind }) => kind === "agent")
    .map(({ key, thread }) => `${key} ${thread ?? "afresh"}`);

test("whoever interviews, plans, works, confirms or goes on after a pass begins afresh", () => {
  assert.deepEqual(agents(discovering()), ["interviewer#1 afresh"]);
  assert.deepEqual(agents(planning()), ["planner#1 afresh"]);
  const rules = executing([unit("T1")]);
  const seen: string[] = [...agents(rules)];
  pass(rules, "T1");
  endPass(rules, "T1");
  seen.push(...agents(rules));
  pass(rules, "T1", "confirmation");
  seen.push(...agents(rules));
  assert.ok(seen.length >= 3, String(seen));
  assert.deepEqual(
    seen.filter((line) => !line.endsWith(" afresh")),
    [],
  );
  assert.deepEqual(
    agents(delivering()).filter((line) => !line.endsWith(" afresh")),
    [],
  );
});
