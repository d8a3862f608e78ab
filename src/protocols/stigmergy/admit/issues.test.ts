// Tests of issue edits: call for help, answer and resolution each count once.
import assert from "node:assert/strict";
import { test } from "node:test";
import { entry, type Free, storyOf } from "../../../../test/fixtures/stigmergy-edits.ts";
import {
  begun as working,
  both,
  failed as open,
  said as say,
  taken,
} from "../../../../test/fixtures/stigmergy-stands.ts";

const issue = (id: string, more: object = {}): Free => ({
  issue_id: id,
  timestamp: "",
  status: "OPEN",
  summary: "it won't build",
  history_ref: [],
  ...more,
});
const add =
  (...issues: readonly Free[]) =>
  (file: Free) =>
    void file.issue_log.push(...issues);
const set = (values: object) => (file: Free) => void Object.assign(file.issue_log[0], values);

test("what an issue is about is read from its keys, from its summary's beginning, or is the project", () => {
  const rowsOf: readonly (readonly [object, string, string])[] = [
    [{ story_id: "1.1" }, "story:1.1", "Story 1.1: it won't build"],
    [{ task_id_ref: "1.1" }, "story:1.1", "Story 1.1: it won't build"],
    [{ summary: "Story 1.1: no compiler" }, "story:1.1", "Story 1.1: no compiler"],
    [{ summary: "Prd: two stories contradict" }, "prd", "Prd: two stories contradict"],
    [{ story_id: "9.9" }, "project", "it won't build"],
    [{}, "project", "it won't build"],
    [{ story_id: "1.2" }, "project", "Story 1.2: it won't build"],
  ];
  for (const [more, subject, summary] of rowsOf) {
    const { run, edits } = working();
    assert.equal(edits.change(add(issue("ISSUE-001", more))).codes, "", JSON.stringify(more));
    assert.deepEqual(
      [run.issue("ISSUE-001").subject, edits.file().issue_log[0].summary],
      [subject, summary],
    );
  }
});

test("an agent gives its story up as the original has it: entry, issue, status and signal in one edit, and goes on with its own copy", () => {
  const { run, edits } = working();
  run.tick(60_000);
  const when = run.now();
  const copy = edits.file();
  storyOf(copy, "1.1").status = "FAILED";
  copy.system_signal = "ESCALATION_REQUIRED";
  copy.history.push(entry("james", "Second failure on story 1.1", "ESCALATION_REQUIRED", when));
  copy.issue_log.push(
    issue("ISSUE-001", { timestamp: when, history_ref: [when], story_id: "1.1" }),
  );
  run.tick(60_000);
  const done = edits.put(JSON.stringify(copy));
  assert.deepEqual([done.events, done.codes], ["IssueOpened ExtrasKept", ""]);
  const file = edits.file();
  const opened = file.history.find((one: Free) => one.signal === "ESCALATION_REQUIRED");
  assert.deepEqual([opened.agent_id, opened.timestamp], ["james", when]);
  assert.deepEqual(file.issue_log[0].history_ref, [when]);
  assert.equal(storyOf(file, "1.1").status, "FAILED");
  copy.history.push(entry("james", "I go home", "NOTE"));
  const again = edits.put(JSON.stringify(copy));
  assert.deepEqual([again.events, again.codes], ["ActionRecorded", ""]);
});

test("a reference to a time that was claimed follows its entry to the time that was written", () => {
  const { run, edits } = working();
  const claimed = "2027-06-01T00:00:00Z";
  edits.change(
    both(
      say(
        entry("james", "it broke", "FAILURE_DETECTED", claimed),
        entry("james", "help with 1.1", "ESCALATION_REQUIRED", ""),
      ),
      add(issue("ISSUE-001", { history_ref: [claimed], story_id: "1.1" })),
    ),
  );
  const file = edits.file();
  const broke = file.history.find((one: Free) => one.signal === "FAILURE_DETECTED");
  assert.deepEqual(file.issue_log[0].history_ref, [broke.timestamp]);
  assert.ok(broke.timestamp <= run.now());
  edits.change((one) => one.issue_log[0].history_ref.push(claimed));
  assert.deepEqual(
    edits.file().issue_log[0].history_ref,
    [broke.timestamp],
    "the same by its other name",
  );
  const own = working();
  own.edits.change(
    both(
      say(entry("james", "help with 1.1", "ESCALATION_REQUIRED", claimed)),
      add(issue("ISSUE-001", { history_ref: [claimed], story_id: "1.1" })),
    ),
  );
  const after = own.edits.file();
  assert.deepEqual(
    after.issue_log[0].history_ref,
    [after.issue_log[0].timestamp],
    "of the very entry that opens it",
  );
});

test("acceptance 14: an edit on an older copy that solves an issue and begins its story is taken in that order", () => {
  const { run, edits } = taken();
  const old = edits.text();
  for (let n = 0; n < 10; n += 1)
    run.ok("RecordAction", { agent: "bob", signal: "NOTE", summary: `since ${n}`, files: [] });
  const done = edits.change(
    both(
      set({ status: "RESOLVED", solution: "the other key" }),
      (file) => void (storyOf(file, "1.1").status = "IN_PROGRESS"),
      say(entry("dexter", "ISSUE-001 solved"), entry("victor", "took up 1.1")),
    ),
    { of: old },
  );
  assert.deepEqual([done.events, done.codes], ["IssueResolved StoryStarted ExtrasKept", ""]);
  assert.deepEqual(
    [run.issue("ISSUE-001").status, run.story("1.1").status],
    ["RESOLVED", "IN_PROGRESS"],
  );
  assert.equal(
    edits.file().history.filter((one: Free) => one.summary.startsWith("since")).length,
    10,
  );
});

test("whoever has an issue's job settles it", () => {
  const { edits } = taken();
  const leases = [edits.leased("issue-")];
  const solve = (agent: string) =>
    both(set({ status: "RESOLVED" }), say(entry(agent, "ISSUE-001: the other key")));
  assert.equal(edits.change(solve("james"), { leases }).codes, "JOB_HELD");
  assert.equal(edits.change(solve("debugger"), { leases }).events, "IssueResolved");
});

test("acceptance 5: what a responder solved by hand is the builder's to build and not the responder's to judge", () => {
  const { run, edits } = open();
  edits.change(both(set({ status: "IN_PROGRESS" }), say(entry("dexter", "I take ISSUE-001"))));
  edits.change(
    both(set({ status: "RESOLVED", solution: "x" }), say(entry("dexter", "ISSUE-001 solved"))),
  );
  run.build("1.1");
  run.checks();
  assert.equal(
    run.no("SubmitReview", { story: "1.1", pass: true }, { kind: "person", name: "dexter" }),
    "VERIFIER_UNFIT",
  );
});
