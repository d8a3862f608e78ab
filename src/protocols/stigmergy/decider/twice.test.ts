// Tests of repeated statements: a report after an equal file edit is accepted and changes nothing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { given, hand, openDesk } from "../../../../test/fixtures/stigmergy-desk.ts";
import { storyText } from "../../../../test/fixtures/stigmergy-papers.ts";

test("who told of a brief by the file and then reports it is heard, and nothing happens", () => {
  const run = openDesk();
  run.start();
  const mary = run.holder("brief");
  run.world.edit({ "docs/brief.md": "Sell plants." });
  run.ok("FinishBrief", { entry: given("mary", "written") }, hand);
  assert.equal(run.state().status, "NEEDS_PLANNING");
  assert.deepEqual(run.ok("FinishBrief", {}, mary), []);
  run.world.edit({ "docs/brief.md": "Sell trees." });
  assert.equal(run.no("FinishBrief", {}, mary), "STATUS_WRONG");
});

test("who told of a story's file and then reports it is heard, though its work has begun", () => {
  const run = openDesk();
  run.execute();
  const bob = run.holder("story-1.1");
  run.world.edit({ "docs/stories/1.1.story.md": storyText("1.1") });
  run.ok("RecordStoryFile", { story: "1.1", entry: given("bob", "written") }, hand);
  run.begin("1.1");
  assert.deepEqual(run.ok("RecordStoryFile", { story: "1.1" }, bob), []);
  run.world.edit({ "docs/stories/1.1.story.md": storyText("1.1", ["another"]) });
  assert.equal(run.no("RecordStoryFile", { story: "1.1" }, bob), "STORY_UNORDERED");
});
