// Which events are marked, whatever the protocol, and how many marks share a place.
import assert from "node:assert/strict";
import { test } from "node:test";
import { gathered, type Mark, tellingOf, wordsOfType } from "./telling.ts";

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

test("ten thousand marks take no more places than there are, and each place shows its worst", () => {
  const marks = Array.from({ length: 10_000 }, (_, index): Mark => ({
    version: index + 1,
    is: index === 5_000 ? "failure" : "person",
    count: 1,
  }));
  const places = gathered(marks, ({ version }) => (version - 1) / 9_999, 80);
  assert.equal(places.length, 80);
  assert.deepEqual(
    places.filter(({ is }) => is === "failure").map(({ version }) => version),
    [5_001],
  );
  assert.equal(
    places.reduce((sum, { count }) => sum + count, 0),
    10_000,
  );
});
