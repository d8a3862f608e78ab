// When what the roles left may land.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Desk,
  engine,
  openDesk,
  type Settings,
} from "../../../test/fixtures/stigmergy-desk.ts";
import { lands } from "./landing.ts";

const at = (settings: Settings = {}): Desk => {
  const run = openDesk();
  run.execute(settings);
  return run;
};
const may = (run: Desk): boolean => lands(run.state());

test("a document lands once it is recorded, and not what a failed try left of it", () => {
  const run = openDesk();
  run.start();
  run.brief();
  assert.equal(may(run), true);
  run.ok(
    "ReportFailure",
    { subject: "prd", kind: "garbage", reason: "no epic" },
    run.holder("prd"),
  );
  assert.equal(may(run), false);
  run.prd();
  assert.equal(may(run), true);
  run.architecture();
  assert.equal(may(run), true);
});

test("a story lands once it is complete, checked and judged; one that is sent back doesn't", () => {
  const run = at();
  run.describe("1.1");
  assert.equal(may(run), true);
  run.finish("1.1", run.begin("1.1"));
  assert.equal(may(run), false);
  run.checks();
  run.judge("1.1", false);
  assert.equal(may(run), false);
  run.finish("1.1", run.holder("work-1.1"));
  run.checks();
  assert.equal(may(run), false);
  run.judge("1.1");
  assert.equal(may(run), true);
});

test("stories that are built side by side land together", () => {
  const run = at({ concurrency: 2 });
  for (const id of ["1.1", "1.2"]) run.describe(id);
  const [first, second] = [run.begin("1.1"), run.begin("1.2")];
  run.finish("1.1", first);
  run.finish("1.2", second);
  run.checks();
  run.judge("1.1");
  assert.equal(may(run), false);
  run.judge("1.2");
  assert.equal(may(run), true);
});

test("what a responder did lands with the next story that is proved, also where its own is withdrawn", () => {
  const run = at();
  run.complete("1.1");
  run.describe("1.2");
  run.fail("1.2");
  run.fail("1.2");
  assert.equal(run.story("1.2").status, "FAILED");
  assert.equal(may(run), false);
  const dexter = run.holder("issue-");
  run.ok("TakeIssue", { issue: "ISSUE-001" }, dexter);
  run.ok("ResolveIssue", { issue: "ISSUE-001", solution: "another way" }, dexter);
  assert.equal(run.story("1.2").status, "PENDING");
  assert.equal(may(run), false);
  run.ok("WithdrawStory", { story: "1.2", reason: "nobody wants it" });
  assert.equal(may(run), false);
  run.complete("2.1");
  assert.equal(may(run), true);
});

test("a blueprint that was changed meanwhile waits for a person's word", () => {
  const run = at();
  run.complete("1.1");
  run.world.edit({ "docs/architecture.md": "Another page." });
  assert.deepEqual(run.look(), ["BlueprintDrifted"]);
  assert.equal(may(run), false);
  const [drift] = run.state().drift;
  run.ok("AcceptDrift", { path: "docs/architecture.md", digest: drift?.digest ?? null });
  assert.equal(may(run), true);
});

test("an audit that came to nothing waits for its second try", () => {
  const run = at({ audit: "always" });
  run.complete("1.1");
  run.complete("1.2");
  assert.equal(may(run), true);
  run.ok("CountAttempt", { job: "audit-1", reason: "nobody knows how it ended" }, engine);
  assert.equal(may(run), false);
  run.ok("SkipAudit", { epic: 1, reason: "twice" }, engine);
  assert.equal(may(run), true);
});
