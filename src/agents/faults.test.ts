// Tests of the classifier of agent faults: HTTP statuses and error texts, and lookalikes of both.
import assert from "node:assert/strict";
import { test } from "node:test";
import { faultOf } from "./faults.ts";

test("a status by itself tells the kind, whatever stands around it", () => {
  for (const [said, kind] of [
    ["HTTP 401", "auth"],
    ['{"code":503,"message":"x"}', "overload"],
    ["API Error: 529.", "overload"],
    ["status=429, try later", "quota"],
    ["(402)", "quota"],
  ] as const)
    assert.deepEqual(faultOf(said), { kind }, said);
});

test("a number of a place, a time or a measure is no status", () => {
  for (const said of [
    "at writeOrBuffer (node:internal/streams/writable:503:10)",
    "at Writable.write (/app/x.js:512:529)",
    "event loop stall: max=503.128ms",
    "2026-11-21T14:19:25.401Z started",
    "read 5290 lines in 4.29 s",
  ])
    assert.deepEqual(faultOf(said), { kind: "other" }, said);
});

test("a key that is refused is told so by each in its own words", () => {
  for (const said of [
    "Incorrect API key provided",
    "invalid x-api-key",
    "API key not valid. Please pass one",
    "Please run /login",
  ])
    assert.deepEqual(faultOf(said), { kind: "auth" }, said);
});
