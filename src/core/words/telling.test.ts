// Which events are marked, whatever the protocol.
import assert from "node:assert/strict";
import { test } from "node:test";
import { tellingOf, wordsOfType } from "./telling.ts";

const by = "engine";

test("types tell by their words, whatever the protocol", () => {
  assert.equal(tellingOf({ type: "NodeFailed", by }), "failure");
  assert.equal(tellingOf({ type: "Halted", by }), "failure");
  assert.equal(tellingOf({ type: "Unhalted", by }), null);
  assert.equal(tellingOf({ type: "EditRefused", by: "file:ana" }), "refusal");
  assert.equal(tellingOf({ type: "PhaseSkipped", by: "person:ana" }), "bypass");
  assert.equal(tellingOf({ type: "NodeStarted", by }), null);
});

test("landings, pauses and ends of a run are marked, too", () => {
  assert.deepEqual(
    [
      "WorkLanded",
      "RunPaused",
      "Resumed",
      "RunCompleted",
      "ProjectCompleted",
      "StoryCompleted",
    ].map((type) => tellingOf({ type, by })),
    ["landing", "pause", "pause", "end", "end", null],
  );
});

test("what a person says is telling, whatever it is", () => {
  assert.equal(tellingOf({ type: "PlanApproved", by: "person:ana" }), "person");
  assert.equal(tellingOf({ type: "PlanApproved", by: "agent:planner/codex" }), null);
});

test("a type is read as words", () =>
  assert.equal(wordsOfType("RunRolledBack"), "run rolled back"));
