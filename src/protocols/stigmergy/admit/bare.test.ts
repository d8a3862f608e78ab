// Epics whose stories come later: written first and filled next, by edits, commands and adoption.
import assert from "node:assert/strict";
import { test } from "node:test";
import { check } from "../check/check.ts";
import { openDesk } from "../../../../test/fixtures/stigmergy-desk.ts";
import { editsOf, entry, epicOf, type Free } from "../../../../test/fixtures/stigmergy-edits.ts";
import { prdText } from "../../../../test/fixtures/stigmergy-papers.ts";
import { ended } from "../ended.ts";
import { view } from "../view.ts";

const story = (id: string): Free => ({ story_id: id, title: `Story ${id}`, status: "PENDING" });
const epic = (id: number, ...stories: readonly Free[]): Free => ({
  epic_id: id,
  title: `Epic ${id}`,
  status: "PENDING",
  stories,
});

test("an epic is planned first and its stories next; the blueprint waits for them, and none of the words is lost", () => {
  const run = openDesk();
  run.start();
  run.brief();
  const edits = editsOf(run);
  assert.equal(
    edits.change((file) => file.project_manifest.epics.push({ ...epic(1), owner: "ana" })).events,
    "ManifestReplaced ExtrasKept",
  );
  assert.equal(run.signals().includes("MANIFEST_COMPLETE"), false);
  assert.deepEqual(check({ ".ai/state.json": edits.text() }), []);
  run.world.edit({ "docs/prd.md": prdText() });
  run.ok("FinishPrd", {});
  run.architecture();
  assert.deepEqual([run.state().status, run.keys()], ["NEEDS_PLANNING", ["manifest-1"]]);
  const listed = edits.change((file) => {
    epicOf(file, 1).stories = [story("1.1")];
    file.history.push(entry("john", "Its stories", "MANIFEST_COMPLETE"));
  });
  assert.equal(listed.events, "ManifestReplaced BlueprintCompleted");
  assert.equal(epicOf(edits.file(), 1).owner, "ana");
});

test("epics that nobody listed are filled from the requirements, and what is listed stays", () => {
  const run = openDesk();
  run.start();
  run.brief();
  const edits = editsOf(run);
  edits.change((file) => (file.project_manifest.epics = [epic(1, story("mine")), epic(2)]));
  run.world.edit({ "docs/prd.md": prdText() });
  run.ok("FinishPrd", { manifest: true });
  assert.deepEqual(
    run.state().epics.map(({ title, stories }) => [title, stories.map(({ id }) => id)]),
    [
      ["Epic 1", ["mine"]],
      ["Epic 2", ["2.1"]],
    ],
  );
  const lost = openDesk();
  lost.start();
  lost.brief();
  editsOf(lost).change((file) => (file.project_manifest.epics = [epic(1), epic(7)]));
  lost.world.edit({ "docs/prd.md": prdText() });
  assert.equal(lost.no("FinishPrd", { manifest: true }), "MANIFEST_INVALID");
});

test("while work goes on an empty epic is in nobody's way, and at the end it is told that nothing was done for it", () => {
  const run = openDesk();
  run.execute();
  const edits = editsOf(run);
  assert.equal(
    edits.change((file) => file.project_manifest.epics.push(epic(3))).events,
    "ManifestExtended",
  );
  assert.equal(
    edits.change((file) => file.project_manifest.epics.push(epic(4))).events,
    "ManifestExtended",
  );
  assert.equal(
    edits.change((file) => epicOf(file, 3).stories.push(story("3.1"))).events,
    "ManifestExtended",
  );
  assert.deepEqual(
    run.state().epics.map(({ id, stories }) => [id, stories.length]),
    [
      [1, 2],
      [2, 1],
      [3, 1],
      [4, 0],
    ],
  );
  for (const id of ["1.1", "1.2", "2.1", "3.1"]) run.complete(id);
  assert.deepEqual(
    [run.state().status, epicOf(edits.file(), 4).status],
    ["PROJECT_COMPLETE", "PENDING"],
  );
  const words = /epic 4 "Epic 4" has no stories: nothing was done for it/u;
  assert.match(run.entries().at(-1)?.summary ?? "", words);
  assert.match(ended(run.state())?.summary ?? "", words);
  assert.ok(view(run.state()).warnings.some((line) => words.test(line)));
});

test("a story that is taken out takes its emptied epic along, and no other", () => {
  const run = openDesk();
  run.execute();
  editsOf(run).change((file) => file.project_manifest.epics.push(epic(3)));
  run.ok("WithdrawStory", { story: "2.1", reason: "not wanted" });
  assert.deepEqual(
    run.state().epics.map(({ id }) => id),
    [1, 3],
  );
});
