// Tests of story edits: each status step taken, or refused with a fitting one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal } from "../../../core/refusal.ts";
import { entry, epicOf, type Free, storyOf } from "../../../../test/fixtures/stigmergy-edits.ts";
import {
  begun as working,
  checked,
  described,
} from "../../../../test/fixtures/stigmergy-stands.ts";

const to =
  (status: string, ...entries: readonly Free[]) =>
  (file: Free): void => {
    storyOf(file, "1.1").status = status;
    file.history.push(...entries);
  };
const by = (agent: string, signal = "X"): Free => entry(agent, `Story 1.1, says ${agent}`, signal);

test("an edit that reviews is no edit of a job that somebody holds: another signature doesn't make it fit", () => {
  const { edits } = checked();
  const done = edits.change(to("COMPLETE", by("sarah", "STORY_VERIFIED_BY_PO")), {
    leases: [edits.leased("review-1.1", "codex-1")],
  });
  assert.deepEqual([done.events, done.codes], ["", "STATUS_UNREACHABLE"]);
});

test("each command has the entry that names its story; who wrote one entry for two steps signs both", () => {
  const { run, edits } = described();
  const done = edits.change((file) => {
    to(
      "AWAITING_VERIFICATION",
      entry("james", "Finished 1.1 at last", "STORY_IMPLEMENTATION_SUCCESS"),
      entry("bob", "About 1.11 and 1.1.2", "NOTE"),
    )(file);
  });
  assert.equal(done.events, "StoryStarted WorkFinished ActionRecorded");
  assert.deepEqual(
    run
      .entries()
      .slice(-3)
      .map(({ agent, signal }) => `${agent} ${signal}`),
    ["james STORY_STARTED", "james STORY_IMPLEMENTATION_SUCCESS", "bob NOTE"],
  );
  assert.deepEqual(
    run.story("1.1").authors.map(({ role }) => role),
    ["james"],
  );
  assert.equal(
    run.story("1.1").from?.tree,
    run.state().whole,
    "as it was known last before the edit",
  );
});

test("whoever has the job changes its story, and nobody else", () => {
  const { run, edits } = working();
  const leases = [edits.leased("work-1.1", "claude-1")];
  assert.equal(
    edits.change(to("AWAITING_VERIFICATION", by("victor")), { leases }).codes,
    "JOB_HELD",
  );
  const unsigned = edits.change(to("AWAITING_VERIFICATION"), { leases });
  assert.deepEqual(
    [unsigned.events, run.entries().at(-1)?.agent],
    ["WorkFinished", "james"],
    "unsigned, by the only one at work",
  );
  const other = working();
  assert.equal(
    other.edits.change(to("AWAITING_VERIFICATION", by("dev")), {
      leases: [other.edits.leased("work-1.1")],
    }).codes,
    "",
    "by an old name",
  );
  const two = working();
  const both = [two.edits.leased("work-1.1"), { ...two.edits.leased("work-1.1"), key: "gone" }];
  assert.equal(
    two.edits.change(to("AWAITING_VERIFICATION"), { leases: both }).codes,
    "",
    "a lease of a job that is over is nobody's",
  );
});

test("what holds already is not asked again, and one thing refused refuses all", () => {
  const { run, edits } = described();
  const old = edits.text();
  run.begin("1.1", { name: "james" });
  assert.equal(edits.change(to("IN_PROGRESS", by("bob")), { of: old }).events, "ActionRecorded");
  const before = edits.text();
  const done = edits.change((file) => {
    to("AWAITING_VERIFICATION", by("james"))(file);
    storyOf(file, "1.2").status = "COMPLETE";
    epicOf(file, 2).status = "COMPLETE";
  });
  assert.deepEqual(
    [done.events, done.codes],
    ["", "STATUS_UNREACHABLE EPIC_DERIVED"],
    "all that is wrong is told at once",
  );
  assert.equal(edits.text(), before);
});

test("who wrote two steps over an older file loses no entry, though he counts as the holder who began already", () => {
  const { run, edits } = described();
  const file: Free = JSON.parse(edits.text());
  const holder = run.begin("1.1");
  const leases = [edits.leased("work-1.1", holder.name)];
  to(
    "AWAITING_VERIFICATION",
    entry("james", "Story 1.1 is begun", "STORY_STARTED"),
    entry("james", "Story 1.1 is done"),
  )(file);
  for (const { commands } of edits.read(JSON.stringify(file), { leases }))
    for (const { type, data } of commands)
      assert.ok(!isRefusal(run.send(type, data, { ...holder, kind: "file" })));
  assert.deepEqual(
    run
      .entries()
      .slice(-2)
      .map(({ summary }) => summary),
    ["Story 1.1 is begun", "Story 1.1 is done"],
  );
  assert.equal(run.story("1.1").status, "AWAITING_VERIFICATION");
});
