// Why: the acceptance stories of the specification (section 12) that rules alone can tell are played here from beginning to end.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ana, type Desk, engine, given, hand, openDesk, type Settings } from "../../../test/fixtures/stigmergy-desk.ts";
import { storyText } from "../../../test/fixtures/stigmergy-papers.ts";

const at = (settings: Settings = {}): Desk => {
  const run = openDesk();
  run.execute(settings);
  return run;
};
const tail = (run: Desk, n: number): readonly string[] => run.signals().slice(-n);
const times = (run: Desk): readonly string[] => run.entries().map(({ at: time }) => time);

test("5: COMPLETE by hand is a review that is kept until the last check passes on its tree", () => {
  const run = at();
  run.describe("1.1");
  run.ok("StartStory", { story: "1.1", entry: given("james", "1.1") }, hand);
  const sarah = given("sarah", "1.1 is good", { signal: "STORY_COMPLETE" });
  assert.equal(run.no("SubmitReview", { story: "1.1", pass: true, entry: sarah }, hand), "STATUS_UNREACHABLE");
  run.ok("FinishWork", { story: "1.1", entry: given("james", "1.1 done") }, hand);
  assert.equal(run.no("SubmitReview", { story: "1.1", pass: true }, hand), "ENTRY_MISSING");
  assert.deepEqual(run.ok("SubmitReview", { story: "1.1", pass: true, entry: sarah }, hand), ["StoryReviewed"]);
  assert.deepEqual([run.story("1.1").status, tail(run, 1)], ["AWAITING_VERIFICATION", ["CLAIMED_STORY_COMPLETE"]]);
  assert.deepEqual(run.keys(), ["check-0-0"]);
  assert.deepEqual(run.check(), ["CheckRecorded"]);
  assert.deepEqual(run.check(), ["CheckRecorded", "ChecksPassed", "StoryCompleted"]);
  assert.deepEqual([run.story("1.1").status, run.story("1.1").settledBy], ["COMPLETE", "verified"]);
});

test("6: whoever built a story doesn't judge it, by whatever name or session", () => {
  const run = at();
  run.describe("1.1");
  const james = run.begin("1.1", { name: "task-a", conversation: "s-1" });
  run.finish("1.1", james);
  run.checks();
  const review = { story: "1.1", pass: true, verdicts: [1, 2].map((n) => ({ n, met: true })) } as const;
  const judge = (by: Parameters<Desk["no"]>[2]): string => run.no("SubmitReview", { ...review, verdicts: [...review.verdicts] }, by);
  assert.equal(judge(run.holder("review", { conversation: "s-1" })), "VERIFIER_UNFIT", "his session");
  assert.equal(judge(run.holder("review", { name: "task-a" })), "VERIFIER_UNFIT", "his name");
  for (const name of ["james", "dev"])
    assert.equal(run.no("SubmitReview", { story: "1.1", pass: true, entry: given(name, "good") }, hand), "VERIFIER_UNFIT", name);
  assert.equal(judge(james), "SENDER_WRONG", "his own job is another");
  assert.deepEqual(run.judge("1.1"), ["StoryReviewed", "StoryCompleted"], "the same agent, another session, another role");
  assert.equal(run.story("1.1").review?.by.holder.agent, run.story("1.1").authors[0]?.holder.agent);
});

test("6: where another agent is wanted the same one is unfit, and so is one that nobody knows", () => {
  const run = at({ reviewer: "other-agent" });
  run.build("1.1");
  run.checks();
  const same = run.holder("review");
  const verdicts = [1, 2].map((n) => ({ n, met: true }));
  assert.equal(run.no("SubmitReview", { story: "1.1", pass: true, verdicts }, same), "VERIFIER_UNFIT");
  assert.equal(run.no("SubmitReview", { story: "1.1", pass: true, entry: given("sarah", "good") }, hand), "VERIFIER_UNFIT");
  assert.deepEqual(run.judge("1.1", true, { ...same, agent: "codex" }), ["StoryReviewed", "StoryCompleted"]);
});

test("7: a check that writes into the tree proves nothing, and strikes at the third time", () => {
  const run = at();
  run.build("1.1");
  assert.deepEqual(run.check(0, { "coverage.txt": "1" }), ["CheckRecorded"]);
  assert.deepEqual(run.check(0, { "coverage.txt": "2" }), ["CheckRecorded"]);
  assert.deepEqual(run.check(0, { "coverage.txt": "3" }), ["CheckRecorded", "StrikeCounted"]);
  assert.match(run.last("StrikeCounted").reason, /Check 1.*the tree changed while it ran/u);
  assert.deepEqual([run.story("1.1").status, run.state().proof.voids], ["IN_PROGRESS", 0]);
});

test("7: a tree that moves between checks and review has the checks run again, and the review counts for its own", () => {
  const run = at();
  run.build("1.1");
  run.checks();
  run.world.edit({ "src/late.ts": "late" });
  assert.deepEqual(run.judge("1.1"), ["StoryReviewed"]);
  assert.deepEqual(run.keys(), ["check-0-2"]);
  assert.deepEqual(run.checks(), ["CheckRecorded", "CheckRecorded", "ChecksPassed", "StoryCompleted"]);
});

test("7: a tree that moves during the review is judged again; one that moves after it needs another review", () => {
  const run = at();
  run.build("1.1");
  run.checks();
  const sarah = run.holder("review");
  const before = run.world.moment();
  run.world.edit({ "src/late.ts": "late" });
  const review = { story: "1.1", pass: true, verdicts: [1, 2].map((n) => ({ n, met: true })), before };
  assert.equal(run.no("SubmitReview", { ...review, after: run.world.moment() }, sarah), "TREE_MOVED");
  run.ok("RerunChecks", {});
  run.judge("1.1", true, sarah);
  run.check();
  run.world.edit({ "src/late.ts": "later" });
  assert.deepEqual(run.checks(), ["CheckRecorded", "CheckRecorded", "ChecksPassed"], "on another tree than was judged");
  assert.deepEqual(run.judge("1.1"), ["StoryReviewed", "StoryCompleted"]);
});

/** Two tries fail, and the issue that follows is taken and solved. */
const failedTwice = (run: Desk, id: string, solution: string): void => {
  run.fail("1.1", "no");
  run.fail("1.1", "still no");
  assert.deepEqual([run.story("1.1").status, run.issue(id).status], ["FAILED", "OPEN"]);
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
  assert.equal(run.state().tallies["story:1.1"]?.guidance.at(-1), "use the sandbox");
  failedTwice(run, "ISSUE-002", "use another");
  run.fail("1.1", "no");
  assert.deepEqual(run.fail("1.1", "never"), ["StrikeCounted", "IssueOpened", "IssueUnresolved", "Halted"]);
  assert.deepEqual(
    [run.issue("ISSUE-003").status, run.state().status, run.state().signal],
    ["FAILED_TO_RESOLVE", "EXECUTION_HALTED", "EXECUTION_HALTED"],
  );
  assert.deepEqual(run.keys(), [`halt-${run.state().entries}`]);
  assert.equal(run.no("StartStory", { story: "1.1" }, hand), "RUN_HALTED");
  assert.deepEqual(run.ok("Unhalt", { choice: "retry", guidance: "take the short way", asked: run.state().entries }), ["Unhalted"]);
  assert.deepEqual([run.story("1.1").status, run.state().status], ["PENDING", "EXECUTION_IN_PROGRESS"]);
  assert.deepEqual([run.state().tallies["story:1.1"]?.issues, run.state().tallies["story:1.1"]?.strikes], [0, []]);
  assert.equal(run.state().tallies["story:1.1"]?.guidance.at(-1), "take the short way");
});

test("8: who gives up again and again comes to the same halt", () => {
  const run = at();
  run.describe("1.1");
  for (const id of ["ISSUE-001", "ISSUE-002"]) {
    run.begin("1.1");
    assert.deepEqual(run.ok("Escalate", { subject: "story:1.1", summary: "no way" }, run.holder("work")), ["IssueOpened"]);
    run.ok("TakeIssue", { issue: id });
    run.ok("ResolveIssue", { issue: id, solution: "another way" });
  }
  run.begin("1.1");
  assert.deepEqual(run.ok("Escalate", { subject: "story:1.1", summary: "no way" }, run.holder("work")), [
    "IssueOpened",
    "IssueUnresolved",
    "Halted",
  ]);
  assert.deepEqual(run.ok("Unhalt", { choice: "responder" }), ["Unhalted", "IssueOpened"]);
  assert.deepEqual([run.story("1.1").status, run.keys().at(0)], ["FAILED", "issue-ISSUE-004-4"]);
});

test("9: the last story of all ends story, epic and project in one instant with three times", () => {
  const run = openDesk();
  run.execute({}, {}, { Catalogue: ["List the plants"] });
  run.build("1.1");
  run.checks();
  assert.deepEqual(run.judge("1.1"), ["StoryReviewed", "StoryCompleted", "EpicCompleted", "ProjectCompleted"]);
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

test("10: signals decide nothing, approvals by hand are claims, and more freedom takes a person", () => {
  const run = openDesk();
  run.plan();
  run.ok("RecordAction", { agent: "user", signal: "EXECUTION_APPROVED", summary: "go" }, hand);
  assert.deepEqual([run.state().signal, run.keys()], ["CLAIMED_EXECUTION_APPROVED", ["gate-blueprint-1"]]);
  assert.deepEqual(run.ok("SetAutonomy", { mode: "autonomous", entry: given("user", "go on alone") }, hand), ["AutonomyAsked"]);
  assert.deepEqual([run.state().autonomy, run.keys()], ["supervised", ["autonomy", "gate-blueprint-1"]]);
  assert.deepEqual(run.ok("SetAutonomy", { mode: "autonomous" }), ["AutonomySet", "GatePassed"]);
  run.ok("Escalate", { subject: "project", summary: "no key" });
  run.ok("RecordAction", { agent: "bob", signal: "STORY_CREATED", summary: "1.1" }, hand);
  assert.match(run.job("issue").reason ?? "", /^issue: .*STORY_CREATED is only a hint/u);
});

test("10: an edit signed user is no person's word", () => {
  const run = openDesk();
  run.plan();
  run.ok("PassGate", { gate: "blueprint", without_checks: true, note: "documents only" });
  run.describe("1.1");
  run.ok("StartStory", { story: "1.1", entry: given("james", "1.1") }, hand);
  run.ok("FinishWork", { story: "1.1", entry: given("james", "1.1") }, hand);
  assert.deepEqual(run.ok("SubmitReview", { story: "1.1", pass: true, entry: given("user", "good") }, hand), ["StoryReviewed"]);
  assert.deepEqual([run.story("1.1").status, run.keys().map((key) => key.split("-")[0])], ["AWAITING_VERIFICATION", ["accept"]]);
  assert.deepEqual(run.ok("SubmitReview", { story: "1.1", pass: true }, ana), ["StoryReviewed", "StoryCompleted"]);
  assert.equal(run.story("1.1").settledBy, "person");
});

test("11: what is pinned is used, whatever becomes of the documents, and a person decides about the drift", () => {
  const run = at();
  run.describe("1.1");
  run.world.edit({
    "docs/architecture/qa-protocol.md": "- **Command:** `true`",
    "docs/stories/1.1.story.md": storyText("1.1", ["it can be seen"]),
  });
  run.ok("NoticeDrift", { path: "docs/architecture/qa-protocol.md", digest: "other" }, engine);
  assert.deepEqual(run.keys().slice(0, 1), ["drift-docs/architecture/qa-protocol.md-other"]);
  assert.equal(run.no("StartStory", { story: "1.1" }, hand), "BLUEPRINT_DRIFTED");
  run.ok("AcceptDrift", { path: "docs/architecture/qa-protocol.md", digest: "other" });
  run.build("1.1");
  assert.deepEqual([run.state().checks?.map(({ argv }) => argv[0]), run.story("1.1").criteria.length], [["npm", "npm"], 2]);
  run.ok("NoticeDrift", { path: "docs/prd.md", digest: null }, engine);
  assert.deepEqual(run.ok("NoticeDrift", { path: "docs/prd.md", digest: run.state().pinned?.["docs/prd.md"] ?? "" }, engine), [
    "DriftReverted",
  ]);
});

test("14: times increase though the clock goes back, and no future date is written", () => {
  const run = at();
  run.tick(-3_600_000);
  run.ok("RecordAction", { agent: "bob", summary: "an hour ago" });
  const now = run.now();
  run.tick(7_200_000);
  run.ok("RecordAction", { agent: "bob", summary: "next year", claimed: "2027-06-01T00:00:00.000Z" });
  assert.equal(times(run).at(-1), run.now());
  assert.equal(run.entries().at(-1)?.claimed, "2027-06-01T00:00:00.000Z");
  const kept = new Date(Date.parse(run.now()) + 30_000).toISOString();
  run.ok("RecordAction", { agent: "bob", summary: "a moment ago", claimed: kept.replace(/\.000Z$/u, "+00:00") });
  assert.equal(times(run).at(-1), kept, "in the engine's own form");
  assert.deepEqual(times(run), [...new Set(times(run))].toSorted());
  assert.ok(now < (times(run).at(-3) ?? ""));
});

test("14: one edit resolves an issue and starts its story", () => {
  const run = at();
  run.describe("1.1");
  run.begin("1.1");
  run.ok("Escalate", { subject: "story:1.1", summary: "stuck" }, hand);
  run.ok("TakeIssue", { issue: "ISSUE-001", entry: given("dexter", "ISSUE-001") }, hand);
  run.ok("ResolveIssue", { issue: "ISSUE-001", solution: "unstuck", entry: given("dexter", "ISSUE-001 done") }, hand);
  run.ok("StartStory", { story: "1.1", entry: given("james", "1.1 again") }, hand);
  assert.deepEqual([run.issue("ISSUE-001").status, run.story("1.1").status], ["RESOLVED", "IN_PROGRESS"]);
  run.ok("FinishWork", { story: "1.1", entry: given("james", "1.1 done") }, hand);
  assert.equal(
    run.no("SubmitReview", { story: "1.1", pass: true, entry: given("dexter", "good") }, hand),
    "VERIFIER_UNFIT",
    "who took its issue is an author",
  );
});
