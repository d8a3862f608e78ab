// One sentence fills in what it can answer, and never a judgement.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal } from "../refusal.ts";
import { leastReport } from "./least-report.ts";

const job = (
  required: readonly string[],
  properties: Readonly<Record<string, unknown>>,
  about: unknown = null,
) => ({
  key: "k-1",
  subject: "T1",
  about,
  report: { toJSON: () => ({ type: "object", required, properties }) },
});
const some = { type: "string" };

test("what is required follows from the job, the rest is the sentence", () => {
  const status = { enum: ["done", "continue", "blocked"] };
  assert.deepEqual(
    leastReport(
      job(["unit", "status", "did", "remaining"], {
        unit: some,
        status,
        did: some,
        remaining: some,
      }),
      "made it",
    ),
    {
      did: "made it",
      unit: "T1",
      status: "done",
      remaining: "",
    },
  );
  const node = job(
    ["node", "attempt", "status"],
    { node: some, attempt: {}, status: { enum: ["completed", "failed"] }, summary: some },
    { attempt: 2 },
  );
  assert.deepEqual(leastReport(node, "made it"), {
    summary: "made it",
    node: "T1",
    attempt: 2,
    status: "completed",
  });
});

test("a verdict is never given by leaving it out, nor a plan, nor what has no place for a sentence", () => {
  const lacks = (
    required: readonly string[],
    properties: Readonly<Record<string, unknown>>,
  ): string => {
    const told = leastReport(job(required, properties), "all is well");
    return isRefusal(told) ? told.text : assert.fail(JSON.stringify(told));
  };
  assert.match(lacks(["verdict"], { verdict: { enum: ["PASS", "FAIL"] } }), /needs verdict$/u);
  assert.match(
    lacks(["outcome", "summary"], { outcome: { enum: ["done"] }, summary: some, verdicts: {} }),
    /needs verdicts$/u,
  );
  assert.match(lacks(["units"], { units: { type: "array" } }), /needs units$/u);
  assert.match(lacks([], { brief: {} }), /needs more than that$/u);
});

test("a refusal names the fields that the report has", () => {
  const told = leastReport(job(["verdict"], { verdict: { enum: ["PASS", "FAIL"] } }), "well");
  assert.ok(isRefusal(told));
  assert.match(told.fits ?? "", /report --data @report\.json`, with \{verdict: PASS\|FAIL\}; /u);
});
