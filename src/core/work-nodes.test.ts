// Tests of how far a run is: pieces of the work alone are counted, and what began is told from what is only planned.
import assert from "node:assert/strict";
import { test } from "node:test";
import { farWords, hasBegun, isWork } from "./work-nodes.ts";

test("a run has begun once something of it runs, ended, was returned, or is in doubt", () => {
  assert.ok(
    !hasBegun([
      { status: "open" },
      { status: "ready", state: "ready" },
      { status: "waiting", returned: 0 },
    ]),
  );
  for (const status of ["running", "done", "failed"] as const)
    assert.ok(hasBegun([{ status: "open" }, { status }]), status);
  assert.ok(
    hasBegun([{ status: "ready", returned: 1 }]) && hasBegun([{ status: "ready", state: "doubt" }]),
  );
});

test("what is planned is told as planned, and what stands beside the work isn't counted", () => {
  assert.deepEqual([isWork({}), isWork({ beside: true })], [true, false]);
  assert.equal(farWords({ done: 0, of: 0, begun: false }), "nothing planned yet");
  assert.equal(farWords({ done: 0, of: 1, begun: false }), "1 task planned, not begun");
  assert.equal(farWords({ done: 0, of: 3, begun: false }), "3 tasks planned, none begun");
  assert.equal(farWords({ done: 1, of: 3, begun: true }), "1 of 3 done");
});
