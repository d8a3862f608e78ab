// Test of an edit to a removed story: refused as STORY_UNKNOWN, silent if unchanged.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openDesk } from "../../../../test/fixtures/stigmergy-desk.ts";
import { editsOf, storyOf } from "../../../../test/fixtures/stigmergy-edits.ts";

test("a key that an older copy gives a story which is no more is refused, and an unchanged copy says nothing", () => {
  const run = openDesk();
  run.plan();
  const edits = editsOf(run);
  const of = edits.text();
  run.ok("ReplaceManifest", {
    epics: [{ epic_id: 7, title: "Other", stories: [{ story_id: "7.1", title: "Another" }] }],
  });
  assert.deepEqual(edits.put(of), { events: "", codes: "", refused: [] });
  const noted = edits.change((file) => void (storyOf(file, "1.1").note = "look here"), { of });
  assert.deepEqual([noted.events, noted.codes], ["", "STORY_UNKNOWN"]);
  assert.match(noted.refused[0]?.pointer ?? "", /\/stories\/0$/u);
});
