// Tests of story edits: each status step taken, or refused with a fitting one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal } from "../../../core/refusal.ts";
import { type Desk, openDesk } from "../../../../test/fixtures/stigmergy-desk.ts";
import {
  editsOf,
  entry,
  epicOf,
  type Free,
  storyOf,
} from "../../../../test/fixtures/stigmergy-edits.ts";

const at = (make: (run: Desk) => void) => () => {
  const run = openDesk();
  make(run);
  return { run, edits: editsOf(run) };
};
const described = at((run) => {
  run.execute();
  run.describe("1.1");
});
const working = at((run) => {
  run.execute();
  run.describe("1.1");
  run.begin("1.1", { name: "james" });
});
const awaiting = at((run) => {
  run.execute();
  run.build("1.1", { name: "james" });
});
const checked = at((run) => {
  run.execute();
  run.build("1.1", { name: "james" });
  run.checks();
});
const failed = at((run) => {
  run.execute();
  run.describe("1.1");
  run.fail("1.1");
  run.fail("1.1");
});
const complete = at((run) => {
  run.execute();
  run.complete("1.1");
});

const to =
  (status: string, ...entries: readonly Free[]) =>
  (file: Free): void => {
    storyOf(file, "1.1").status = status;
    file.history.push(...entries);
  };
const by = (agent: string, signal = "X"): Free => entry(agent, `Story 1.1, says ${agent}`, signal);

type Row = readonly [
  what: string,
  make: ReturnType<typeof at>,
  change: (file: Free) => void,
  events: string,
  codes?: string,
  fits?: RegExp,
];
const rows: readonly Row[] = [
  ["begins", described, to("IN_PROGRESS", by("james")), "StoryStarted"],
  ["begins, without an entry", described, to("IN_PROGRESS"), "StoryStarted"],
  [
    "begins and is done",
    described,
    to("AWAITING_VERIFICATION", by("james")),
    "StoryStarted WorkFinished",
  ],
  [
    "begins and is done, told twice",
    described,
    to("AWAITING_VERIFICATION", by("james"), by("james")),
    "StoryStarted WorkFinished",
  ],
  ["is done", working, to("AWAITING_VERIFICATION", by("james")), "WorkFinished"],
  ["is done by another", working, to("AWAITING_VERIFICATION", by("victor")), "WorkFinished"],
  [
    "is found good",
    awaiting,
    to("COMPLETE", by("sarah")),
    "",
    "STATUS_UNREACHABLE",
    /cairn send r1 SubmitReview --story 1\.1 --pass/u,
  ],
  [
    "is found good once all checks passed",
    checked,
    to("COMPLETE", by("sarah")),
    "",
    "STATUS_UNREACHABLE",
    /cairn job claim r1 1\.1/u,
  ],
  [
    "is found good by a person, as the file says",
    awaiting,
    to("COMPLETE", by("user")),
    "",
    "STATUS_UNREACHABLE",
  ],
  ["is found good by nobody", awaiting, to("COMPLETE"), "", "STATUS_UNREACHABLE"],
  ["is not good", awaiting, to("IN_PROGRESS", by("sarah")), "", "STATUS_UNREACHABLE", /--no-pass/u],
  ["is given up at work", working, to("FAILED", by("james")), "IssueOpened"],
  ["is given up afterwards", awaiting, to("FAILED"), "IssueOpened"],
  [
    "is complete from nowhere",
    described,
    to("COMPLETE", by("sarah")),
    "",
    "STATUS_UNREACHABLE",
    /IN_PROGRESS comes next/u,
  ],
  [
    "is complete from work",
    working,
    to("COMPLETE", by("sarah")),
    "",
    "STATUS_UNREACHABLE",
    /AWAITING_VERIFICATION comes next/u,
  ],
  ["fails before it begins", described, to("FAILED"), "", "STATUS_UNREACHABLE"],
  ["goes back", working, to("PENDING"), "", "STATUS_UNREACHABLE"],
  [
    "comes back from its end",
    complete,
    to("IN_PROGRESS"),
    "",
    "STATUS_UNREACHABLE",
    /person reopens/u,
  ],
  ["comes back from failure", failed, to("PENDING"), "", "STATUS_UNREACHABLE", /issue/u],
  ["in another's words", described, to("DONE"), "", "VALUE_UNKNOWN", /DONE: write COMPLETE/u],
  ["in small letters", described, to("in_progress"), "", "VALUE_UNKNOWN", /write IN_PROGRESS/u],
  ["without its file", at((run) => run.execute()), to("IN_PROGRESS"), "", "STORYFILE_MISSING"],
  [
    "the second before the first",
    described,
    (file) => void (storyOf(file, "1.2").status = "IN_PROGRESS"),
    "",
    "STORY_UNORDERED",
  ],
  [
    "its epic as the edit has it",
    described,
    (file) => {
      to("IN_PROGRESS")(file);
      epicOf(file, 1).status = "IN_PROGRESS";
    },
    "StoryStarted",
  ],
  [
    "its epic ahead of it",
    described,
    (file) => void (epicOf(file, 1).status = "COMPLETE"),
    "",
    "EPIC_DERIVED",
  ],
];
for (const [what, make, change, events, codes = "", fits = /(?:)/u] of rows) {
  test(`a story ${what}`, () => {
    const { edits } = make();
    const before = edits.text();
    const done = edits.change(change);
    assert.deepEqual([done.events, done.codes], [events, codes], JSON.stringify(done.refused));
    if (codes === "") return;
    assert.match(done.refused[0]?.fits ?? "", fits);
    assert.match(done.refused[0]?.pointer ?? "", /^\/project_manifest\/epics\/0/u);
    assert.equal(edits.text(), before);
  });
}

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

test("an unsigned edit is nobody's", () => {
  const { run, edits } = described();
  edits.change(to("IN_PROGRESS"));
  assert.equal(run.entries().at(-1)?.agent, "unknown");
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
