// Tests of signals in entries: followed where possible, otherwise recorded as a remark.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Desk, openDesk } from "../../../../test/fixtures/stigmergy-desk.ts";
import { editsOf, entry, type Free, storyOf } from "../../../../test/fixtures/stigmergy-edits.ts";
import { prdText, qaText, storyText } from "../../../../test/fixtures/stigmergy-papers.ts";

const at = (make: (run: Desk) => void) => {
  const run = openDesk();
  make(run);
  return { run, edits: editsOf(run) };
};
const say =
  (...entries: readonly Free[]) =>
  (file: Free) =>
    void file.history.push(...entries);
const storyFile = (id: string, text = storyText(id)) => ({ [`docs/stories/${id}.story.md`]: text });
const executing = (run: Desk): void => run.execute();

test("STORY_CREATED as the signal alone means the same; its story may begin in the same edit", () => {
  const one = at(executing);
  one.run.world.edit(storyFile("1.1"));
  assert.equal(
    one.edits.change((file) => void (file.system_signal = "STORY_CREATED")).events,
    "StoryFileRecorded GatePassed",
  );
  const two = at(executing);
  two.run.world.edit(storyFile("1.1"));
  const done = two.edits.change((file) => {
    say(
      entry("bob", "1.1 drafted", "STORY_CREATED"),
      entry("james", "1.1 begun", "STORY_STARTED"),
    )(file);
    storyOf(file, "1.1").status = "IN_PROGRESS";
  });
  assert.deepEqual([done.events, done.codes], ["StoryFileRecorded GatePassed StoryStarted", ""]);
  assert.deepEqual(
    two.run.story("1.1").authors.map(({ role }) => role),
    ["james"],
  );
});

test("acceptance 10: a signal that can't be followed is what somebody said, and next goes by the rules", () => {
  const { run, edits } = at((desk) => {
    desk.execute();
    desk.ok("Escalate", { subject: "project", summary: "no key" });
  });
  const signal = edits.change((file) => void (file.system_signal = "STORY_CREATED"));
  assert.deepEqual([signal.events, signal.codes], ["ActionRecorded", ""]);
  assert.equal(edits.file().system_signal, "STORY_CREATED");
  assert.equal(run.keys()[0], "issue-ISSUE-001-1");
  for (const name of ["BRIEF_COMPLETE", "BLUEPRINT_COMPLETE", "PRD_COMPLETE"])
    assert.equal(edits.change(say(entry("mary", "done", name))).events, "ActionRecorded", name);
});

test("ESCALATION_REQUIRED is about the story that is named, else the only one under way, else the project", () => {
  const working = (run: Desk): void => {
    run.execute();
    run.describe("1.1");
    run.begin("1.1");
  };
  for (const [words, make, subject] of [
    ["1.1 can't be built", working, "story:1.1"],
    ["it can't be built", working, "story:1.1"],
    ["nothing goes on", executing, "project"],
    ["1.2 will be hard", working, "project"],
  ] as const) {
    const { run, edits } = at(make);
    assert.equal(
      edits.change(say(entry("james", words, "ESCALATION_REQUIRED"))).events,
      "IssueOpened",
      words,
    );
    assert.equal(run.issue("ISSUE-001").subject, subject, words);
  }
});

test("planning by signals: brief, requirements, architecture, and the blueprint", () => {
  const { run, edits } = at((desk) => void desk.start());
  const files = {
    "docs/architecture.md": "One page.",
    "docs/architecture/coding-standards.md": "Short.",
    "docs/architecture/qa-protocol.md": qaText(),
  };
  run.world.edit({ "docs/brief.md": "Sell plants." });
  assert.equal(
    edits.change(say(entry("mary", "the brief", "BRIEF_COMPLETE"))).events,
    "BriefFinished GatePassed",
  );
  run.world.edit({ "docs/prd.md": prdText() });
  assert.equal(
    edits.change(say(entry("john", "the requirements", "PRD_COMPLETE"))).events,
    "PrdFinished",
  );
  run.world.edit(files);
  const done = edits.change(say(entry("winston", "all is there", "BLUEPRINT_COMPLETE")));
  assert.equal(done.events, "ArchitectureFinished ManifestReplaced BlueprintCompleted");
  assert.deepEqual(
    [run.state().status, run.state().proposedChecks.length],
    ["READY_FOR_EXECUTION", 2],
  );
  assert.deepEqual(run.signals().slice(-3), [
    "ARCHITECTURE_COMPLETE",
    "BLUEPRINT_COMPLETE",
    "BLUEPRINT_COMPLETE",
  ]);
});

test("verdicts in entries are claims, under today's names and old ones", () => {
  const { run, edits } = at(executing);
  edits.change(
    say(
      entry("sarah", "a", "STORY_COMPLETE"),
      entry("sarah", "b", "EPIC_VERIFIED"),
      entry("sarah", "c", "FINE"),
    ),
  );
  assert.deepEqual(run.signals().slice(-3), [
    "CLAIMED_STORY_COMPLETE",
    "CLAIMED_EPIC_VERIFIED",
    "FINE",
  ]);
});

test("an edit of another file is nobody's, and the notice of a refusal is only the engine's", async () => {
  const { admit } = await import("./edits.ts");
  const { run } = at(executing);
  const facts = run.world.facts({}, run.now());
  const read = (path: string) =>
    admit(run.state(), [{ path, text: "x", before: null }], facts, run.log)[0]?.refused?.code ??
    null;
  assert.deepEqual([read("refused.md"), read("other.json")], [null, "EDIT_UNREAD"]);
});
