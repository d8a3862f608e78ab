// Tests of pause and halt together: each ended by a person, in either order.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openDesk } from "../../../../test/fixtures/stigmergy-desk.ts";

test("a paused run that is halted is resumed before or after the halt is over", () => {
  const run = openDesk();
  run.execute();
  run.ok("Pause", {});
  run.ok("Halt", { reason: "wait" });
  assert.deepEqual(run.ok("Resume", {}), ["Resumed"]);
  assert.equal(run.state().status, "EXECUTION_HALTED");
  assert.deepEqual(run.ok("Pause", {}), ["Paused"]);
  assert.deepEqual(run.ok("Unhalt", { choice: "retry" }), ["Unhalted"]);
  assert.equal(run.state().life, "paused");
  assert.deepEqual(run.ok("Resume", {}), ["Resumed"]);
  assert.ok(run.due().some(({ why }) => why === null));
});
