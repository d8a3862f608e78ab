// Tests of strikes, failing checks and issues with several stories at once.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Desk,
  engine,
  given,
  hand,
  openDesk,
  type Settings,
} from "../../../../test/fixtures/stigmergy-desk.ts";

/** Two stories of one epic await their checks. */
const two = (settings: Settings = {}): Desk => {
  const run = openDesk();
  run.execute({ concurrency: 2, ...settings });
  run.describe("1.1");
  run.describe("1.2");
  const [one, other] = [run.begin("1.1"), run.begin("1.2")];
  run.finish("1.1", one);
  run.finish("1.2", other, { "src/two.ts": "2" });
  return run;
};

test("a failing check strikes every story that awaits, with its output as what the next try is told", () => {
  const run = two();
  assert.deepEqual(run.check(1), ["CheckRecorded", "StrikeCounted", "StrikeCounted"]);
  assert.deepEqual(
    [run.story("1.1").status, run.story("1.2").status],
    ["IN_PROGRESS", "IN_PROGRESS"],
  );
  assert.deepEqual(run.keys(), ["work-1.1-2", "work-1.2-2"]);
  assert.match(
    run.state().tallies["story:1.2"]?.guidance.at(-1) ?? "",
    /exit 1, run on the tree that 1\.1 and 1\.2 share: it counts for each\nit broke/u,
  );
  assert.deepEqual(
    run
      .entries()
      .slice(-2)
      .map(({ agent, signal }) => [agent, signal]),
    [
      ["quinn", "FAILURE_DETECTED"],
      ["quinn", "FAILURE_DETECTED"],
    ],
  );
});

test("outside of its phase a failing check strikes nobody, and one that passed on another tree is told again", () => {
  const run = openDesk();
  run.execute({}, {}, undefined, ["npm test"]);
  const check = (exit: number): readonly string[] => {
    const [before, runs] = [run.world.moment(), run.state().proof.runs];
    return run.ok(
      "RecordCheck",
      { n: 0, runs, run: { exit, why: null, output: "d", excerpt: "" }, before, after: before },
      engine,
    );
  };
  assert.deepEqual(check(1), ["CheckRecorded"], "no story awaits");
  assert.deepEqual(check(0), ["CheckRecorded", "ChecksPassed"]);
  assert.deepEqual(check(0), ["CheckRecorded"], "nothing new");
  run.world.edit({ "src/x.ts": "x" });
  assert.deepEqual(check(0), ["CheckRecorded", "ChecksPassed"]);
  assert.deepEqual(
    run.ok(
      "RecordCheck",
      {
        n: 0,
        runs: 0,
        run: { exit: 1, why: null, output: null, excerpt: "" },
        before: run.world.moment(),
        after: run.world.moment(),
      },
      engine,
    ),
    [],
    "asked for long ago",
  );
  run.build("1.1");
  run.checks();
  assert.deepEqual(check(1), ["CheckRecorded"], "in phase review");
  assert.deepEqual(run.keys(), [`check-0-${run.state().proof.runs}`]);
});

test("a matter that is open gets no second issue, and names of what nobody works on mean the project", () => {
  const run = openDesk();
  run.execute();
  assert.deepEqual(run.ok("Escalate", { subject: "story:1.1", summary: "odd" }, hand), [
    "IssueOpened",
  ]);
  assert.deepEqual(
    [run.issue("ISSUE-001").subject, run.story("1.1").status],
    ["project", "PENDING"],
  );
  run.ok("TakeIssue", { issue: "ISSUE-001" });
  run.ok("ResolveIssue", { issue: "ISSUE-001", solution: "none" });
  run.describe("1.1");
  run.begin("1.1");
  const claimed = "2026-01-14T10:00:30+00:00";
  run.ok(
    "Escalate",
    { subject: "story:1.1", summary: "stuck", entry: given("james", "stuck") },
    hand,
  );
  run.ok("RecordAction", { agent: "james", summary: "more", claimed });
  const { at } = run.entries().at(-1) ?? assert.fail("no entry");
  assert.deepEqual(
    run.ok("Escalate", { subject: "story:1.1", summary: "still", refs: [claimed] }),
    ["IssueLinked"],
  );
  assert.deepEqual(
    run.issue("ISSUE-002").refs,
    [at],
    "a claimed time means the entry that bears another",
  );
  assert.deepEqual(run.ok("LinkIssue", { issue: "ISSUE-002", refs: [at] }), []);
});

test("a person withdraws what failed, forces what cannot be proved and takes up again what was done", () => {
  const run = openDesk();
  run.execute({ strikes: 1, issues_per_subject: 1 });
  run.describe("1.1");
  run.fail("1.1");
  run.ok("TakeIssue", { issue: "ISSUE-001" });
  assert.deepEqual(run.ok("GiveUpIssue", { issue: "ISSUE-001", reason: "no way" }), [
    "IssueUnresolved",
    "Halted",
  ]);
  assert.deepEqual(run.ok("Unhalt", { choice: "withdraw", guidance: "not needed" }), [
    "Unhalted",
    "StoryWithdrawn",
  ]);
  assert.deepEqual(run.ok("ForceStory", { story: "1.2", reason: "on the device" }), [
    "StoryForced",
    "EpicCompleted",
  ]);
  assert.deepEqual(
    run.state().bypasses.map(({ what, by, reason }) => [what, by, reason]),
    [["story 1.2 forced", "ana", "on the device"]],
  );
  assert.deepEqual(run.complete("2.1").slice(-2), ["EpicCompleted", "ProjectCompleted"]);
  assert.match(run.entries().at(-1)?.summary ?? "", /forced: 1\.2/u);
  assert.deepEqual(run.ok("ReopenStory", { story: "1.2", reason: "it broke", and_later: true }), [
    "StoryReopened",
  ]);
  assert.deepEqual(
    [run.last("StoryReopened").stories, run.state().status],
    [["1.2", "2.1"], "EXECUTION_IN_PROGRESS"],
  );
  assert.equal(run.story("2.1").settledBy, null);
});
