// Tests of ultrawork's refusal codes for work and verification.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  check,
  complete,
  done,
  failure,
  issue,
  set,
  type Story,
  verifying,
  working,
} from "../../../test/fixtures/ultrawork-stands.ts";
import {
  agent,
  command,
  engine,
  file,
  story,
  taskOf,
  planOf,
} from "../../../test/fixtures/ultrawork-story.ts";
import type { UltraworkCommands } from "./commands.ts";

test("checks are chosen by who may: workers for their own bare criteria, the verifier over workers, a person always", () => {
  const run = working();
  run.begin("task-2-1");
  run.begin("task-1-1");
  assert.equal(run.no(set(1, "x", "1"), agent("task-1-1")), "CHECK_PLANNED");
  assert.equal(run.no(set(1), agent("task-1-1")), "SENDER_WRONG");
  assert.equal(run.no(set(1, "x", "1"), file), "CHECK_PLANNED");
  assert.equal(run.no(set(2), agent("task-2-1")), "CRITERION_UNKNOWN");
  assert.equal(run.no(set("no such"), agent("task-2-1")), "CRITERION_UNKNOWN");
  assert.equal(run.no(set(1, "x", "9"), agent("task-2-1")), "TASK_UNKNOWN");
  assert.equal(run.no(set(1, "x", "2", ""), agent("task-2-1")), "REASON_MISSING");
  assert.equal(run.no(set(1, "a | b"), agent("task-2-1")), "CHECK_UNPARSABLE");
  assert.equal(run.no(set(1, "true"), agent("task-2-1")), "CHECK_HOLLOW");
  assert.equal(run.no(set(1, "x", "verify")), "VERIFY_RESERVED");
  assert.deepEqual(run.ok(set("bare", "true")), ["CheckSet"]);
  assert.equal(run.state().plan.warnings.at(-1), "task 2: a check passes whatever was done: true");
  assert.equal(run.state().bypasses.length, 0);
  assert.deepEqual(run.ok(set(1, "x", "1")), ["CheckSet"]);
  assert.deepEqual(
    run.state().bypasses.map(({ what, task, by }) => [what, task, by]),
    [["criterion changed", "1", "ana"]],
  );
  const auto = story({ mode: "auto" });
  auto.plan(planOf(taskOf("1")));
  assert.equal(
    auto.no(
      command("SetCheck", { task: "1", criterion: 1, check: { type: "manual" }, reason: "r" }),
    ),
    "PLAN_UNATTENDED",
  );
});

test("claims are a worker's own, of what has begun, and not too long", () => {
  const run = working();
  run.begin("task-1-1");
  const claim = (task: string, text = "t", path?: string) =>
    command("ClaimEvidence", { task, criterion: 1, type: "command_output", text, path });
  assert.equal(run.no(claim("2"), agent("task-1-1")), "SENDER_WRONG");
  assert.equal(run.no(claim("1", "t".repeat(16_385)), agent("task-1-1")), "FIELD_OVERSIZED");
  assert.equal(run.no(claim("1", "t", "../x"), agent("task-1-1")), "PATH_OUTSIDE");
  assert.equal(run.no(done("2"), file), "TASK_UNSTARTED");
  assert.equal(run.no(done("2"), agent("task-1-1")), "SENDER_WRONG");
  assert.equal(run.no(done("1", "s".repeat(2_001)), agent("task-1-1")), "FIELD_OVERSIZED");
  run.ok(done("1"), agent("task-1-1"));
  assert.deepEqual(run.ok(done("1"), agent("task-1-1")), []);
  assert.equal(story().no(claim("verify")), "PHASE_WRONG");
});

test("failures are told of what is under way, by who may", () => {
  const run = working();
  assert.equal(run.no(failure("task-1-1"), engine), "JOB_UNKNOWN");
  run.begin("task-1-1");
  assert.equal(run.no(failure("task-1-1"), agent("task-2-1")), "SENDER_WRONG");
  assert.equal(run.no(failure("task-1-1"), file), "JOB_HELD");
  run.claim("1");
  assert.equal(run.no(failure("task-1-1", "crashed"), engine), "JOB_UNKNOWN");
  assert.equal(
    run.no(command("RecordBaseline", { task: "1", results: [], note: null }), engine),
    "JOB_UNKNOWN",
  );
  assert.equal(run.no(check("check-1-1-2.0"), engine), "CHECK_OUTDATED");
  assert.equal(
    run.no(command("ConfirmManual", { task: "1", criterion: 1, met: true, reason: "" })),
    "CRITERION_UNASKED",
  );
});

test("verdicts: of this sweep, by its verifier, whole, and with named issues", () => {
  const run = verifying();
  assert.equal(run.no(run.verdict()), "SENDER_WRONG");
  assert.equal(run.no(run.verdict(), agent("task-1-1")), "SENDER_WRONG");
  const judge = run.verifier();
  assert.equal(run.no(run.verdict({ sweep: 2 }), judge), "VERDICT_OUTDATED");
  assert.equal(run.no(run.verdict({ sweep: undefined }), judge), "VERDICT_OUTDATED");
  assert.equal(run.no(run.verdict(), agent("verify-1-2")), "VERDICT_OUTDATED");
  assert.equal(run.no(run.verdict({ judgements: [] }), judge), "VERDICT_INCOMPLETE");
  assert.equal(
    run.no(run.verdict({ judgements: run.judgements("unproven") }), judge),
    "VERDICT_INCOMPLETE",
  );
  const fail = (more: Parameters<Story["verdict"]>[0]) =>
    run.verdict({ verdict: "FAIL", judgements: [], ...more });
  assert.equal(run.no(fail({}), judge), "ISSUE_UNNAMED");
  assert.equal(run.no(fail({ issues: [{ ...issue, done_when: "" }] }), judge), "ISSUE_UNNAMED");
  assert.equal(
    run.no(fail({ issues: [issue], judgements: run.judgements("unmet") }), judge),
    "ISSUE_UNNAMED",
  );
  assert.equal(run.no(fail({ issues: [{ ...issue, task: "9" }] }), judge), "TASK_UNKNOWN");
  assert.equal(
    run.no(fail({ issues: [{ ...issue, check: { command: "a | b" } }] }), judge),
    "CHECK_UNPARSABLE",
  );
  assert.equal(
    run.no(fail({ checks: [{ task: "1", criterion: 1, check: { command: "x" } }] }), judge),
    "CHECK_PLANNED",
  );
  assert.equal(run.no(command("Complete", { tree: "tree-a" }), engine), "VERDICT_MISSING");
  run.ok(run.verdict(), judge);
  assert.equal(run.no(run.verdict(), judge), "VERDICT_OUTDATED");
  assert.deepEqual(run.ok(fail({ issues: [issue] })), ["VerdictRecorded", "ReworkOpened"]);
  assert.equal(run.no(run.verdict()), "PHASE_WRONG");
});

test("retries and waivers: of what failed or is open, with a reason, never the last, never verify", () => {
  const run = working({ max_attempts: 1 });
  const retry = (task: string) => command("RetryTask", { task });
  const waive = (task: string, reason = "r", criterion?: number) =>
    command("Waive", { task, reason, criterion });
  assert.equal(run.no(retry("1")), "TASK_UNFAILED");
  assert.equal(run.no(retry("plan")), "TASK_UNFAILED");
  assert.equal(run.no(retry("verify")), "TASK_UNFAILED");
  assert.equal(run.no(waive("verify")), "VERIFY_RESERVED");
  assert.equal(run.no(waive("verify", "r", 2)), "VERIFY_RESERVED");
  assert.equal(run.no(waive("1", "")), "REASON_MISSING");
  assert.equal(run.no(waive("1", "r", 2)), "CRITERION_UNKNOWN");
  assert.equal(run.no(command("GoOn", { reason: "r" })), "PHASE_WRONG");
  for (let n = 0; n < 10; n += 1) {
    if (n > 0) assert.deepEqual(run.ok(retry("1")), ["TaskReopened"]);
    run.work("1", { exit: 1 });
  }
  assert.equal(run.no(retry("1")), "ATTEMPTS_SPENT");
  run.ok(waive("1"));
  assert.deepEqual(run.ok(waive("1")), []);
  assert.equal(run.no(retry("1")), "TASK_UNFAILED");
  assert.equal(run.no(waive("2")), "TASK_LAST");
  const last = verifying();
  assert.equal(last.no(waive("1")), "TASK_RESOLVED");
  assert.equal(last.no(command("GoOn", { reason: "r" })), "DECISION_UNKNOWN");
  assert.equal(story().no(waive("verify", "r", 1)), "PHASE_WRONG");
});

test("options in flight stay in range, and auto finds nobody waiting", () => {
  const run = working();
  const options = (given: UltraworkCommands["SetOptions"]["data"]["options"]) =>
    command("SetOptions", { options: given });
  assert.equal(run.no(options({ max_workers: 99 })), "OPTION_INVALID");
  assert.equal(run.no(options({ explorers: 1 })), "OPTION_INVALID");
  run.ok(command("SetCheck", { task: "2", criterion: 1, check: { type: "manual" }, reason: "r" }));
  assert.equal(run.no(options({ mode: "auto" })), "OPTION_INVALID");
  assert.deepEqual(run.ok(options({ max_workers: 0 })), []);
});

test("ends: a reason to fail and to reopen, what is live isn't put away, what is complete stays", () => {
  const run = working();
  assert.equal(run.no(command("Fail", { reason: "" })), "REASON_MISSING");
  assert.equal(run.no(command("Reopen", { reason: "r" })), "RUN_LIVE");
  assert.equal(run.no(command("Archive", {})), "RUN_LIVE");
  assert.equal(run.no(command("Unarchive", {})), "ARCHIVE_MISSING");
  run.ok(command("Fail", { reason: "r" }), engine);
  assert.equal(run.no(command("Reopen", { reason: "r", max_iterations: 0 })), "OPTION_INVALID");
  assert.equal(complete().no(command("Reopen", { reason: "r" })), "RUN_COMPLETE");
  assert.equal(
    run.no(
      command("KeepExtras", { file: "f", pointer: "", value: [["k", '"'.repeat(70_000)]] }),
      file,
    ),
    "FIELD_OVERSIZED",
  );
});
