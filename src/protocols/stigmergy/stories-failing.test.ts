// Tests of stigmergy's acceptance stories 7, 8 and 9: failing checks, moving trees, sudden ends.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Desk, hand, openDesk } from "../../../test/fixtures/stigmergy-desk.ts";

const at = (): Desk => {
  const run = openDesk();
  run.execute();
  return run;
};
const tail = (run: Desk, n: number): readonly string[] => run.signals().slice(-n);
const times = (run: Desk): readonly string[] => run.entries().map(({ at: time }) => time);

test("7: a check that writes into the tree proves nothing, and strikes at the third time", () => {
  const run = at();
  run.build("1.1");
  assert.deepEqual(run.check(0, { "coverage.txt": "1" }), ["CheckRecorded"]);
  assert.deepEqual(run.check(0, { "coverage.txt": "2" }), ["CheckRecorded"]);
  assert.deepEqual(run.check(0, { "coverage.txt": "3" }), ["CheckRecorded", "StrikeCounted"]);
  assert.match(
    run.last("StrikeCounted").reason,
    /Check 1.*the tree changed while it ran: coverage\.txt/u,
  );
  assert.deepEqual([run.story("1.1").status, run.state().proof.voids], ["IN_PROGRESS", 0]);
});

test("7: a tree that moves between checks and review has the checks run again, and the review counts for its own", () => {
  const run = at();
  run.build("1.1");
  run.checks();
  run.world.edit({ "src/late.ts": "late" });
  assert.deepEqual(run.judge("1.1"), ["StoryReviewed"]);
  assert.deepEqual(run.keys(), ["check-0-2"]);
  assert.deepEqual(run.checks(), [
    "CheckRecorded",
    "CheckRecorded",
    "ChecksPassed",
    "StoryCompleted",
  ]);
});

test("7: a tree that moves during the review is judged again; one that moves after it needs another review", () => {
  const run = at();
  run.build("1.1");
  run.checks();
  const sarah = run.holder("review");
  const before = run.world.moment();
  run.world.edit({ "src/late.ts": "late" });
  const review = {
    story: "1.1",
    pass: true,
    verdicts: [1, 2].map((n) => ({ n, met: true })),
    before,
  };
  assert.equal(
    run.no("SubmitReview", { ...review, after: run.world.moment() }, sarah),
    "TREE_MOVED",
  );
  run.ok("RerunChecks", {});
  run.judge("1.1", true, sarah);
  run.check();
  run.world.edit({ "src/late.ts": "later" });
  assert.deepEqual(
    run.checks(),
    ["CheckRecorded", "CheckRecorded", "ChecksPassed"],
    "on another tree than was judged",
  );
  assert.deepEqual(run.judge("1.1"), ["StoryReviewed", "StoryCompleted"]);
});

/** Two attempts fail, and the resulting issue is taken and solved. */
const failedTwice = (run: Desk, id: string, solution: string): void => {
  run.fail("1.1", "no");
  run.fail("1.1", "still no");
  assert.deepEqual(
    [run.story("1.1").status, run.issue(id).status, run.state().signal],
    ["FAILED", "OPEN", "ESCALATION_REQUIRED"],
  );
  const dexter = run.holder(`issue-${id}`);
  run.ok("TakeIssue", { issue: id }, dexter);
  run.ok("ResolveIssue", { issue: id, solution }, dexter);
};

test("8: two strikes open an issue that names them, two issues are the most, then a person goes on", () => {
  const run = at();
  run.describe("1.1");
  failedTwice(run, "ISSUE-001", "use the sandbox");
  const strikes = run.entries().filter(({ signal }) => signal === "FAILURE_DETECTED");
  assert.deepEqual(
    run.issue("ISSUE-001").refs,
    strikes.map(({ at: time }) => time),
  );
  assert.match(run.issue("ISSUE-001").summary, /^Story 1\.1: /u);
  assert.deepEqual([run.story("1.1").status, run.keys()], ["PENDING", ["work-1.1-4"]]);
  run.begin("1.1");
  assert.match(
    run.entries().at(-1)?.summary ?? "",
    /: work begins, try 4 \(after try 1 and ISSUE-001\)\.$/u,
  );
  assert.equal(run.state().tallies["story:1.1"]?.guidance.at(-1), "use the sandbox");
  failedTwice(run, "ISSUE-002", "use another");
  run.fail("1.1", "no");
  assert.deepEqual(run.fail("1.1", "never"), [
    "StrikeCounted",
    "IssueOpened",
    "IssueUnresolved",
    "Halted",
  ]);
  assert.deepEqual(
    [run.issue("ISSUE-003").status, run.state().status, run.state().signal],
    ["FAILED_TO_RESOLVE", "EXECUTION_HALTED", "EXECUTION_HALTED"],
  );
  assert.deepEqual(run.keys(), [`halt-${run.state().entries}`]);
  assert.equal(run.no("StartStory", { story: "1.1" }, hand), "RUN_HALTED");
  assert.deepEqual(
    run.ok("Unhalt", {
      choice: "retry",
      guidance: "take the short way",
      asked: run.state().entries,
    }),
    ["Unhalted"],
  );
  assert.deepEqual(
    [run.story("1.1").status, run.state().status],
    ["PENDING", "EXECUTION_IN_PROGRESS"],
  );
  assert.deepEqual(
    [run.state().tallies["story:1.1"]?.issues, run.state().tallies["story:1.1"]?.strikes],
    [0, []],
  );
  assert.equal(run.state().tallies["story:1.1"]?.guidance.at(-1), "take the short way");
});

test("9: the last story of all ends story, epic and project in one instant with three times", () => {
  const run = openDesk();
  run.execute({}, {}, { Catalogue: ["List the plants"] });
  run.build("1.1");
  run.checks();
  assert.deepEqual(run.judge("1.1"), [
    "StoryReviewed",
    "StoryCompleted",
    "EpicCompleted",
    "ProjectCompleted",
  ]);
  assert.deepEqual(tail(run, 3), ["STORY_COMPLETE", "EPIC_COMPLETE", "PROJECT_COMPLETE"]);
  assert.equal(new Set(times(run).slice(-3)).size, 3);
  assert.deepEqual([run.state().signal, run.keys()], ["PROJECT_COMPLETE", []]);
});

test("9: an epic with trouble in it is looked back upon after the end, and the run is live until then", () => {
  const run = openDesk();
  run.execute({}, {}, { Catalogue: ["List the plants"] });
  run.describe("1.1");
  run.fail("1.1");
  run.complete("1.1");
  assert.deepEqual([run.state().status, run.keys()], ["PROJECT_COMPLETE", ["audit-1"]]);
  run.world.edit({ "docs/audits/epic-1.md": "It failed once." });
  run.ok("FinishAudit", { epic: 1 }, run.holder("audit"));
  assert.deepEqual([run.keys(), tail(run, 1)], [[], ["SYSTEM_AUDIT_COMPLETE"]]);
});
