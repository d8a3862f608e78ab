// Tests of the order of startable tasks in ultrawork: shared files, free workers, baselines.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  agent,
  command,
  engine,
  file,
  planOf,
  story,
  taskOf,
} from "../../../../test/fixtures/ultrawork-story.ts";
import { jobs } from "../jobs.ts";
import { view } from "../view.ts";

const shared = { files: ["src/a.ts"] };

test("of ready tasks that share a file only the first may start; by hand the other may be taken instead", () => {
  const run = story();
  run.plan(planOf(taskOf("1", shared), taskOf("2", { files: ["src/*.ts"] }), taskOf("3")));
  assert.equal(run.why("task-1-1"), null);
  assert.equal(run.why("task-2-1"), "shares src/*.ts with 1, which goes first");
  assert.equal(run.why("task-3-1"), null);
  const holder = { name: "james", agent: null, conversation: null };
  run.ok(command("BeginJob", { job: "task-2-1", holder, hosted: false, leased: false }), file);
  assert.equal(run.why("task-1-1"), "shares src/a.ts with 2");
  assert.equal(run.why("task-3-1"), "shares src/3.ts with 2");
});

test("of ready tasks only as many may start as there are free workers, those that most wait for first", () => {
  const run = story({ max_workers: 2 });
  run.plan(planOf(taskOf("1"), taskOf("2"), taskOf("3", { blocked_by: ["2"] }), taskOf("4")));
  const why = () => jobs(run.state()).map(({ subject, why: reason }) => [subject, reason]);
  assert.deepEqual(why(), [
    ["2", null],
    ["1", null],
    ["3", "waits for 2"],
    ["4", "no free worker (max 2)"],
  ]);
  assert.deepEqual(
    view(run.state()).nodes.map(({ id, status }) => `${id} ${status}`),
    ["1 ready", "2 ready", "3 waiting", "4 waiting", "verify waiting"],
  );
});

test("a baseline is taken when a task's turn comes, and counts until its first attempt begins", () => {
  const run = story({ baseline: true });
  run.plan(planOf(taskOf("1", shared), taskOf("2", shared)));
  assert.deepEqual(run.keys(), ["baseline-1", "task-1-1", "task-2-1"]);
  const baseline = (task: string) => command("RecordBaseline", { task, results: [], note: null });
  assert.deepEqual(run.ok(baseline("1"), engine), ["BaselineRecorded"]);
  assert.deepEqual(run.keys(), ["task-1-1", "task-2-1"]);
  run.begin("task-1-1");
  // It ran while the other started; its result is recorded anyway.
  assert.deepEqual(run.ok(baseline("2"), engine), ["BaselineRecorded"]);
  assert.equal(run.no(baseline("1"), engine), "JOB_UNKNOWN");
});

test("a check whose program can't be started is tried three times, then it isn't passed, in the system's word", () => {
  const run = story({ max_attempts: 1 });
  run.plan(planOf(taskOf("1")));
  run.begin("task-1-1");
  run.claim("1");
  const missing = { exit: null, passed: false, why: "cannot be started: ENOENT no such program" };
  for (const n of [0, 1]) {
    assert.deepEqual(run.keys(), [`check-1-1-1.${n}`]);
    assert.deepEqual(run.check(missing), ["EvidenceRecorded"]);
  }
  assert.deepEqual(run.check(missing), ["EvidenceRecorded", "TaskFailed"]);
  assert.match(
    run.state().tasks["1"]?.lastFailure?.reason ?? "",
    /cannot be started: ENOENT no such program/u,
  );
});

test("in a sweep, too, a program that can't be started is tried three times before the engine's FAIL", () => {
  const run = story({ max_iterations: 1 });
  run.plan(planOf(taskOf("1")));
  run.begin("task-1-1");
  run.claim("1");
  run.check();
  const missing = { exit: null, passed: false, why: "cannot be started: EAGAIN" };
  run.check(missing);
  run.check(missing);
  assert.deepEqual(run.keys(), ["recheck-1-1-1"]);
  run.check({});
  assert.deepEqual(run.keys(), ["recheck-1-verify-1"]);
  run.check();
  assert.equal(run.state().sweep.state, "passed");
  const other = story({ max_iterations: 1 });
  other.plan(planOf(taskOf("1")));
  other.begin("task-1-1");
  other.ok(
    command("ClaimDone", { task: "1", summary: "", files: [], commits: [], concerns: "" }),
    agent("task-1-1"),
  );
  other.check();
  for (let n = 0; n < 3; n += 1) other.check(missing);
  assert.deepEqual(other.check(), ["VerdictRecorded", "RunFailed"]);
});
