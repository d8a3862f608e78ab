// Why: the acceptance stories of the specification (section 12) that rules alone can tell are played here from beginning to end.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openDesk } from "../../../test/fixtures/stigmergy-desk.ts";

test("a project goes from its brief to its end with one word of a person", () => {
  const run = openDesk();
  run.execute();
  assert.deepEqual(run.keys(), ["story-1.1-1"]);
  assert.deepEqual(run.complete("1.1"), ["StoryReviewed", "StoryCompleted"]);
  assert.deepEqual(run.complete("1.2"), ["StoryReviewed", "StoryCompleted", "EpicCompleted"]);
  assert.deepEqual(run.complete("2.1"), ["StoryReviewed", "StoryCompleted", "EpicCompleted", "ProjectCompleted"]);
  assert.equal(run.state().status, "PROJECT_COMPLETE");
  assert.deepEqual(run.keys(), []);
  const times = run.entries().map(({ at }) => at);
  assert.deepEqual(times, [...new Set(times)].toSorted());
  assert.equal(run.state().entries, times.length);
});
