// Tests of issue edits: call for help, answer and resolution each count once.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Desk, openDesk } from "../../../../test/fixtures/stigmergy-desk.ts";
import { editsOf, entry, type Free, storyOf } from "../../../../test/fixtures/stigmergy-edits.ts";

const at = (make: (run: Desk) => void) => () => {
  const run = openDesk();
  make(run);
  return { run, edits: editsOf(run) };
};
const working = at((run) => {
  run.execute();
  run.describe("1.1");
  run.begin("1.1", { name: "james" });
});
const open = at((run) => {
  run.execute();
  run.describe("1.1");
  run.fail("1.1");
  run.fail("1.1");
});
const taken = at((run) => {
  run.execute();
  run.describe("1.1");
  run.fail("1.1");
  run.fail("1.1");
  run.ok("TakeIssue", { issue: "ISSUE-001" }, run.holder("issue"));
});
const resolved = at((run) => {
  run.execute();
  run.ok("Escalate", { subject: "project", summary: "no key" });
  run.ok("TakeIssue", { issue: "ISSUE-001" });
  run.ok("ResolveIssue", { issue: "ISSUE-001", solution: "here it is" });
});

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
const say =
  (...entries: readonly Free[]) =>
  (file: Free) =>
    void file.history.push(...entries);
const both =
  (...steps: readonly ((file: Free) => unknown)[]) =>
  (file: Free) => {
    for (const step of steps) step(file);
  };

type Row = readonly [
  what: string,
  make: ReturnType<typeof at>,
  change: (file: Free) => unknown,
  events: string,
  codes?: string,
];
const rows: readonly Row[] = [
  ["opened", working, add(issue("ISSUE-001")), "IssueOpened"],
  [
    "opened in the middle of things",
    working,
    add(issue("ISSUE-001", { status: "IN_PROGRESS" })),
    "",
    "ISSUE_PREMATURE",
  ],
  ["opened twice", working, add(issue("ISSUE-001"), issue("ISSUE-001")), "", "ISSUE_DUPLICATE"],
  [
    "opened about what never was",
    working,
    add(issue("ISSUE-001", { history_ref: ["2020-01-01T00:00:00Z"] })),
    "",
    "REFERENCE_DANGLING",
  ],
  ["of another type", working, add(issue("ISSUE-001", { history_ref: "x" })), "", "TYPE_WRONG"],
  ["without a word", working, add({ issue_id: "ISSUE-001", status: "OPEN" }), "", "KEY_MISSING"],
  [
    "in another's words",
    working,
    add(issue("ISSUE-001", { status: "CLOSED" })),
    "",
    "VALUE_UNKNOWN",
  ],
  ["taken", open, set({ status: "IN_PROGRESS" }), "IssueTaken"],
  [
    "solved in one step",
    open,
    set({ status: "RESOLVED", solution: "use the other key" }),
    "IssueTaken IssueResolved ExtrasKept",
  ],
  [
    "solved in one step by a word",
    open,
    both(set({ status: "RESOLVED" }), say(entry("dexter", "ISSUE-001: the other key"))),
    "IssueTaken IssueResolved",
  ],
  [
    "solved",
    taken,
    set({ status: "RESOLVED", resolution_strategy: "use the other key" }),
    "IssueResolved ExtrasKept",
  ],
  ["solved without a word", taken, set({ status: "RESOLVED" }), "", "ISSUE_UNEXPLAINED"],
  [
    "given up",
    taken,
    both(set({ status: "FAILED_TO_RESOLVE" }), say(entry("dexter", "ISSUE-001 is beyond me"))),
    "IssueUnresolved Halted",
  ],
  [
    "given up at once, without a word",
    open,
    set({ status: "FAILED_TO_RESOLVE" }),
    "IssueTaken IssueUnresolved Halted",
  ],
  ["back to the start", taken, set({ status: "OPEN" }), "", "STATUS_UNREACHABLE"],
  ["opened once more", resolved, set({ status: "OPEN" }), "", "ISSUE_SETTLED"],
  [
    "given up after it was solved",
    resolved,
    set({ status: "FAILED_TO_RESOLVE" }),
    "",
    "ISSUE_SETTLED",
  ],
  ["taken out", open, (file) => file.issue_log.pop(), "", "ISSUE_REMOVED"],
  ["about something else", open, set({ summary: "Story 1.1: all is well" }), "", "ISSUE_REWRITTEN"],
  ["at another time", open, set({ timestamp: "2020-01-01T00:00:00.000Z" }), "", "ISSUE_REWRITTEN"],
  ["under another name", open, set({ issue_id: "ISSUE-009" }), "", "ISSUE_REMOVED"],
  [
    "with one more entry",
    open,
    (file) => file.issue_log[0].history_ref.push(file.history[1].timestamp),
    "IssueLinked",
  ],
  [
    "with an entry that never was",
    open,
    (file) => file.issue_log[0].history_ref.push("x"),
    "",
    "REFERENCE_DANGLING",
  ],
  [
    "with an entry less",
    open,
    (file) => file.issue_log[0].history_ref.pop(),
    "",
    "REFERENCE_REMOVED",
  ],
];
for (const [what, make, change, events, codes = ""] of rows) {
  test(`an issue ${what}`, () => {
    const { edits } = make();
    const before = edits.text();
    const done = edits.change(change);
    assert.deepEqual(
      [done.events, done.codes.split(" ")[0]],
      [events, codes],
      JSON.stringify(done.refused),
    );
    if (codes === "") return;
    assert.match(done.refused[0]?.pointer ?? "", /^\/issue_log/u);
    assert.equal(edits.text(), before);
  });
}

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

test("what an issue says stands as it was written, also where its story isn't under way and it is the project's matter", () => {
  for (const summary of [
    "Story 1.2: the key is missing",
    "story 1.2: the key is missing",
    "Story 9.9: who knows",
    "Project: no disk",
  ]) {
    const run = openDesk();
    run.execute();
    const edits = editsOf(run);
    const done = edits.change((file) => {
      file.issue_log.push({
        issue_id: "ISSUE-001",
        timestamp: "",
        status: "OPEN",
        summary,
        history_ref: [],
      });
    });
    assert.equal(done.codes, "", summary);
    assert.deepEqual(
      [edits.file().issue_log[0].summary, run.issue("ISSUE-001").subject],
      [summary, "project"],
    );
  }
});
