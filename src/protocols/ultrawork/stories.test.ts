// Tests of ultrawork's acceptance stories of work: races, bad exits, phrases, cancellation.
import assert from "node:assert/strict";
import { test } from "node:test";
import { check } from "../../../test/fixtures/ultrawork-stands.ts";
import {
  agent,
  command,
  engine,
  planOf,
  story,
  taskOf,
} from "../../../test/fixtures/ultrawork-story.ts";
import { facts } from "../../../test/fixtures/ultrawork.ts";
import { brief } from "./brief.ts";
import { judge } from "./checks.ts";
import { evidence } from "./evidence.ts";
import { jobs } from "./jobs.ts";
import type { CriterionCheck } from "./task.ts";

test("story 7: of two that begin a task one does; what ends too late is told so", () => {
  const run = story();
  run.plan(planOf(taskOf("1")));
  run.begin("task-1-1");
  const again = command("BeginJob", {
    job: "task-1-1",
    holder: { name: "x", agent: null, conversation: null },
    hosted: true,
    leased: true,
  });
  assert.equal(run.no(again, engine), "JOB_UNREADY");
  run.claim("1");
  const key = "check-1-1-1.0";
  assert.deepEqual(run.keys(), [key]);
  run.checks({ exit: 1 });
  assert.equal(run.no(check(key), engine), "CHECK_OUTDATED");
  run.begin("task-1-2");
  assert.equal(run.types().filter((type) => type === "TaskStarted").length, 2);
  assert.equal(run.no(check(key), engine), "CHECK_OUTDATED");
});

test("story 10: what ran is judged by exit and counts, never by words; what was green before is marked", () => {
  const check: CriterionCheck = { type: "test_result", command: "npm test" };
  const passes = (exit: number | null, text: string, why: string | null = null) =>
    judge(check, { exit, why, text }).passed;
  assert.ok(!passes(null, "5 passed", "killed by SIGKILL"));
  assert.ok(!passes(null, "", "cannot be started: no such program"));
  assert.ok(!passes(0, "# tests 0\n# pass 0"));
  assert.ok(passes(0, "12 passed, 0 failed"));
  const run = story({ baseline: true });
  run.plan(planOf(taskOf("1")));
  const results = [{ criterion: 1, passed: true, exit: 0, why: null }];
  run.ok(command("RecordBaseline", { task: "1", results, note: null }), engine);
  run.work("1");
  assert.equal(evidence(run.state(), "1")[0]?.before, true);
  const job = jobs(run.state()).find(({ role }) => role === "verifier");
  assert.ok(
    job !== undefined && brief(run.state(), job, facts).includes('"passed_before_the_work": true'),
  );
});

test("story 10: bad exits never pass, hollow checks of workers are refused", () => {
  const run = story();
  run.plan(planOf(taskOf("1", { success_criteria: ["bare"] })));
  run.begin("task-1-1");
  const set = (check: string) =>
    command("SetCheck", { task: "1", criterion: 1, check: { command: check }, reason: "r" });
  assert.equal(run.no(set("npm test || true"), agent("task-1-1")), "CHECK_UNPARSABLE");
  assert.equal(run.no(set("echo ok"), agent("task-1-1")), "CHECK_HOLLOW");
  assert.deepEqual(run.ok(set("npm test"), agent("task-1-1")), ["CheckSet"]);
  assert.equal(run.no(set("npm run other"), agent("task-1-1")), "CHECK_PLANNED");
  run.claim("1");
  run.check({ exit: null, passed: true, why: "killed by SIGKILL" });
  const { tasks } = run.state();
  assert.equal(tasks["1"]?.status, "open");
  assert.match(tasks["1"]?.lastFailure?.reason ?? "", /killed by SIGKILL/u);
});

test("story 11: a phrase in a summary is a flag and decides nothing", () => {
  const run = story();
  run.plan(planOf(taskOf("1", { subject: "todo app" })));
  run.begin("task-1-1");
  const output = {
    task: "1",
    criterion: 1,
    type: "command_output" as const,
    text: "TODO: 0 left",
    command: "grep TODO",
  };
  assert.deepEqual(
    run.ok(command("ClaimEvidence", output), agent("task-1-1")),
    ["EvidenceClaimed"],
    "a tool's output is nobody's word",
  );
  const done = command("ClaimDone", {
    task: "1",
    summary: "This should work. See src/todo.ts",
    files: [],
    commits: [],
    concerns: "",
  });
  assert.deepEqual(run.ok(done, agent("task-1-1")), ["WorkClaimed", "ClaimFlagged"]);
  run.checks();
  assert.equal(run.state().tasks["1"]?.status, "resolved");
  assert.deepEqual(run.state().flags, [
    { task: "1", phrase: "should work", sentence: "This should work." },
  ]);
  const job = jobs(run.state()).find(({ role }) => role === "verifier");
  assert.ok(
    job !== undefined && brief(run.state(), job, facts).includes("This should work."),
    "the verifier sees it",
  );
  assert.deepEqual(
    run.ok(run.verdict({ notes: "TODO: nothing, it should work" }), run.verifier()),
    ["VerdictRecorded"],
  );
});

test("story 12: a failed blocker lets others end first; then a person waives it, and its dependants start", () => {
  const run = story();
  run.plan(planOf(taskOf("2"), taskOf("3", { blocked_by: ["2"] }), taskOf("4")));
  for (const attempt of [1, 2, 3]) run.work("2", { exit: attempt });
  assert.equal(run.state().tasks["2"]?.status, "failed");
  assert.equal(
    run.why("task-3-1"),
    'waits for 2 (failed: criterion 1 "2 holds" (check-2): exit 3)',
  );
  assert.ok(!run.keys().includes("stuck-2"));
  run.work("4");
  assert.ok(run.keys().includes("stuck-2"));
  assert.deepEqual(run.ok(command("Waive", { task: "2", reason: "not needed" })), ["TaskWaived"]);
  assert.equal(run.why("task-3-1"), null);
  run.work("3");
  run.ok(
    run.verdict({ judgements: run.judgements().filter(({ task }) => task !== "2") }),
    run.verifier(),
  );
  run.check();
  assert.equal(run.state().phase, "COMPLETE");
  assert.equal(run.state().tasks["2"]?.status, "failed");
  assert.deepEqual(
    run.state().bypasses.map(({ what, task, by }) => [what, task, by]),
    [["task waived", "2", "ana"]],
  );
});

test("questions about failed tasks stay until each is answered: the answer to one takes back no other", () => {
  const run = story({ max_attempts: 1 });
  run.plan(planOf(taskOf("1"), taskOf("2"), taskOf("3", { blocked_by: ["1"] })));
  run.work("1", { exit: 1 });
  run.work("2", { exit: 1 });
  const asked = (): readonly string[] => run.keys().filter((key) => key.startsWith("stuck-"));
  assert.deepEqual(asked(), ["stuck-1", "stuck-2"]);
  run.ok(command("RetryTask", { task: "1" }));
  assert.deepEqual(asked(), ["stuck-2"]);
  run.work("1", { exit: 1 });
  assert.deepEqual(
    asked(),
    ["stuck-1", "stuck-2"],
    "what failed anew is asked anew once nothing moves",
  );
  run.ok(command("RetryTask", { task: "2" }));
  run.work("2");
  assert.deepEqual(asked(), ["stuck-1"]);
});

test("story 12: in auto mode the end names what failed and what waits", () => {
  const run = story({ mode: "auto", max_attempts: 1 });
  run.plan(planOf(taskOf("2"), taskOf("3", { blocked_by: ["2"] })));
  run.work("2", { exit: 1 });
  assert.equal(run.state().phase, "FAILED");
  assert.match(
    run.state().failureReason ?? "",
    /^task 2 failed after 1 attempt: .*; 3 and verify wait for it$/u,
  );
});

test("story 14: cancel opens what was under way, reports come too late, a person takes it up again", () => {
  const run = story();
  run.plan(planOf(taskOf("1"), taskOf("2")));
  run.begin("task-1-1");
  run.begin("task-2-1");
  assert.deepEqual(run.ok(command("Cancel", {})), ["RunCancelled"]);
  assert.deepEqual(run.ok(command("Cancel", {})), []);
  assert.equal(run.state().tasks["1"]?.status, "open");
  assert.deepEqual(run.keys(), []);
  const late = command("ClaimDone", {
    task: "1",
    summary: "s",
    files: [],
    commits: [],
    concerns: "",
  });
  assert.equal(run.no(late, agent("task-1-1")), "RUN_OVER");
  assert.equal(run.no(command("Reopen", { reason: " " })), "REASON_MISSING");
  assert.deepEqual(run.ok(command("Reopen", { reason: "by mistake" })), ["RunReopened"]);
  assert.equal(run.state().phase, "EXECUTION");
  assert.equal(run.state().cancelledAt, null);
  run.work("1");
  run.work("2");
  assert.equal(run.state().phase, "VERIFICATION");
  assert.equal(run.no(command("Cancel", {}), agent("task-1-2")), "SENDER_WRONG");
});
