// Tests of when a stigmergy story may begin and when it counts as done.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Desk,
  given,
  hand,
  openDesk,
  type Settings,
} from "../../../../test/fixtures/stigmergy-desk.ts";

const at = (settings: Settings = {}): Desk => {
  const run = openDesk();
  run.execute(settings);
  return run;
};

test("what stands open keeps every start from beginning: an issue, a question about the project, drift, a gate", () => {
  const run = at({ gates: ["blueprint", "story"] });
  run.describe("1.1");
  assert.equal(run.no("StartStory", { story: "1.1" }, hand), "STORY_UNAPPROVED");
  run.ok("PassGate", { gate: "1.1", without_checks: false });
  run.ok("Escalate", { subject: "project", summary: "no key" });
  assert.equal(run.no("StartStory", { story: "1.1" }, hand), "ISSUE_UNSETTLED");
  run.ok("TakeIssue", { issue: "ISSUE-001" });
  run.ok("ResolveIssue", { issue: "ISSUE-001", solution: "bought one" });
  run.ok(
    "NoticeDrift",
    { path: "docs/prd.md", digest: "other" },
    { kind: "engine", name: "engine" },
  );
  assert.equal(run.no("StartStory", { story: "1.1" }, hand), "BLUEPRINT_DRIFTED");
  run.ok("AcceptDrift", { path: "docs/prd.md", digest: "other" });
  run.ok("Pause", {});
  assert.equal(run.no("StartStory", { story: "1.1" }, hand), "RUN_PAUSED");
  run.ok("Resume", {});
  assert.deepEqual(run.ok("StartStory", { story: "1.1" }, hand), ["StoryStarted"]);
});

test("an edit that says both at once is measured from the last tree that was known before", () => {
  const run = at();
  const { tree } = run.world.moment();
  run.describe("1.1");
  run.world.edit({ "src/before.ts": "made before anybody said that it began" });
  run.ok("StartStory", { story: "1.1", entry: given("dev", "1.1 begun") }, hand);
  assert.deepEqual(
    run.story("1.1").authors.map(({ role }) => role),
    ["james"],
  );
  run.tick(-60_000);
  assert.deepEqual(
    run.ok(
      "FinishWork",
      { story: "1.1", entry: given("dev", "1.1 done", { files: ["b", "a"] }) },
      hand,
    ),
    ["WorkFinished"],
  );
  assert.deepEqual(run.story("1.1").from, { tree, head: null });
  assert.deepEqual(run.entries().at(-1)?.files, ["b", "a"], "an author's own list stays as it is");
});
