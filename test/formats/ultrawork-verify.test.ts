// Tests of recognising the one verify task in adopted ultrawork folders.
import assert from "node:assert/strict";
import { test } from "node:test";
import { takeOver } from "./folders.ts";

const task = (id: string): string =>
  JSON.stringify({
    id,
    subject: id,
    status: "open",
    success_criteria: ["x"],
    evidence: [],
    blocked_by: [],
  });

test("what is called verify is the verify task, also in a file of another name while the session is lost", () => {
  const { state } = takeOver(
    { "tasks/1.json": task("1"), "tasks/verify.json": "", "tasks/last.json": task("verify") },
    { options: { rebuild: true, goal: "g" } },
  );
  assert.deepEqual(
    [state.order, state.verifyId, state.tasks["verify"]?.blockedBy],
    [["1"], "verify", ["1"]],
  );
});
