// Tests of ultrawork's table of edits, each row accepted and refused (specification, section 8).
import assert from "node:assert/strict";
import { test } from "node:test";
import { child, desk, said, set, type Change } from "../../../../test/fixtures/ultrawork-edits.ts";
import { phases } from "../../../../test/fixtures/ultrawork-phases.ts";

type Row = readonly [
  phase: string,
  path: string,
  change: Change,
  sent: readonly string[],
  refused?: readonly string[],
];

const rows: Readonly<Record<string, readonly Row[]>> = {
  "the goal": [
    ["draft", "session.json", set(["goal", "Other"]), ["EditGoal"]],
    ["working", "session.json", set(["goal", "Other"]), [], ["GOAL_FROZEN"]],
    ["draft", "session.json", set(["goal", " "]), [], ["GOAL_EMPTY"]],
  ],
  "the plan proposed": [
    ["draft", "session.json", set(["phase", "EXECUTION"]), ["ProposePlan"], ["PLAN_UNAPPROVED"]],
    [
      "draft",
      "session.json",
      (file) =>
        void Object.assign(file.planner, {
          status: "completed",
          agent_id: "eve",
          completed_at: "t",
        }),
      ["ProposePlan"],
    ],
    ["empty", "session.json", set(["phase", "EXECUTION"]), [], ["PLAN_EMPTY"]],
    ["proposed", "session.json", set(["phase", "EXECUTION"]), [], ["PLAN_UNAPPROVED"]],
    ["approved", "session.json", set(["phase", "EXECUTION"]), [], ["PLAN_UNAPPROVED"]],
  ],
  "the end": [
    ["working", "session.json", set(["phase", "COMPLETE"]), [], ["COMPLETE_GUARDED"]],
    [
      "working",
      "session.json",
      set(["completed_at", "2026-01-08T12:15:00Z"]),
      [],
      ["COMPLETE_GUARDED"],
    ],
    ["verifying", "tasks/verify.json", set(["status", "resolved"]), [], ["COMPLETE_GUARDED"]],
    [
      "verifying",
      "tasks/verify.json",
      (file) => void file.evidence.push({ criteria: "", command: "", output: "VERDICT: PASS" }),
      ["ClaimEvidence"],
      ["COMPLETE_GUARDED"],
    ],
    [
      "verifying",
      "session.json",
      (file) =>
        void file.evidence_log.push({
          task_id: "verify",
          criteria: "",
          type: "manual",
          content: "PASS",
        }),
      ["ClaimEvidence"],
      ["COMPLETE_GUARDED"],
    ],
    [
      "working",
      "session.json",
      set(["phase", "CANCELLED"], ["cancelled_at", "2026-01-08T12:15:00Z"]),
      ["Cancel"],
    ],
    ["working", "session.json", set(["cancelled_at", "2026-01-08T12:15:00Z"]), ["Cancel"]],
    [
      "working",
      "session.json",
      set(["phase", "CANCELLED"], ["goal", "Other"]),
      ["Cancel"],
      ["GOAL_FROZEN"],
    ],
    [
      "working",
      "session.json",
      set(["phase", "FAILED"], ["failure_reason", "no way"]),
      [],
      ["PHASE_UNREACHABLE"],
    ],
  ],
  "other phases": [
    ["working", "session.json", set(["phase", "VERIFICATION"]), [], ["PHASE_UNREACHABLE"]],
    ["verifying", "session.json", set(["phase", "EXECUTION"]), [], ["PHASE_UNREACHABLE"]],
    ["working", "session.json", set(["phase", "DONE"]), [], ["PHASE_UNREACHABLE"]],
    [
      "cancelled",
      "session.json",
      set(["phase", "EXECUTION"], ["cancelled_at", null]),
      [],
      ["REOPEN_GUARDED", "REOPEN_GUARDED"],
    ],
    ["complete", "session.json", set(["phase", "EXECUTION"]), [], ["REOPEN_GUARDED"]],
    ["failed", "session.json", set(["phase", "CANCELLED"]), [], ["PHASE_UNREACHABLE"]],
  ],
  "a new task": [
    [
      "draft",
      "tasks/7.json",
      () => ({ id: "7", subject: "More", status: "resolved", success_criteria: ["x"] }),
      ["AddTask"],
    ],
    [
      "draft",
      "session.json",
      (file) =>
        void file.child_tasks.push({
          id: "7",
          subject: "More",
          success_criteria: ["x"],
          blocked_by: ["1"],
        }),
      ["AddTask"],
    ],
    [
      "working",
      "tasks/7.json",
      () => ({ id: "7", subject: "More", success_criteria: ["x"] }),
      [],
      ["PLAN_FROZEN"],
    ],
    [
      "draft",
      "tasks/7.json",
      () => ({ id: "8", subject: "More", success_criteria: ["x"] }),
      [],
      ["TASK_ID_INVALID"],
    ],
    ["draft", "tasks/7.json", () => ({ id: "7" }), [], ["KEY_MISSING", "KEY_MISSING"]],
    [
      "draft",
      "tasks/constructor.json",
      () => ({ id: "constructor", subject: "More", success_criteria: ["x"] }),
      ["AddTask"],
    ],
    [
      "draft",
      "tasks/verify.json",
      set(
        ["success_criteria", ["built"]],
        ["checks", [{ criteria: "built", command: "npm run build" }]],
      ),
      ["EditTask"],
    ],
  ],
  "what is planned": [
    [
      "draft",
      "tasks/1.json",
      set(
        ["subject", "S"],
        ["description", "D"],
        ["complexity", "simple"],
        ["files", ["a"]],
        ["blocked_by", []],
      ),
      ["EditTask"],
    ],
    ["draft", "session.json", child("1", set(["subject", "S"])), ["EditTask"]],
    ["working", "tasks/3.json", set(["subject", "S"]), [], ["PLAN_FROZEN"]],
    ["working", "tasks/3.json", set(["success_criteria", ["less"]]), [], ["PLAN_FROZEN"]],
    [
      "working",
      "tasks/2.json",
      (file) => void file.checks.push({ criteria: "bare", command: "npm test" }),
      ["SetCheck"],
    ],
    [
      "working",
      "tasks/2.json",
      (file) => void file.checks.push({ criteria: "bare", command: "echo ok" }),
      [],
      ["CHECK_HOLLOW"],
    ],
    [
      "working",
      "tasks/2.json",
      (file) => void (file.checks[0].command = "x other"),
      [],
      ["PLAN_FROZEN"],
    ],
    ["working", "tasks/2.json", (file) => void delete file.checks, [], ["PLAN_FROZEN"]],
    ["draft", "tasks/verify.json", set(["blocked_by", ["9"]]), [], ["VERIFY_RESERVED"]],
  ],
  "a task begun and done": [
    [
      "byHand",
      "tasks/4.json",
      set(["status", "in_progress"], ["worker_agent_id", "eve"], ["started_at", "t"]),
      ["BeginJob"],
    ],
    ["working", "tasks/2.json", set(["worker_agent_id", "eve"]), [], ["FIELD_DERIVED"]],
    ["byHand", "tasks/3.json", set(["status", "in_progress"]), [], ["JOB_UNREADY"]],
    ["working", "tasks/4.json", set(["status", "in_progress"]), [], ["TASK_GATED"]],
    [
      "byHand",
      "tasks/4.json",
      (file) => (set(["status", "resolved"])(file), void file.evidence.push(said)),
      ["BeginJob", "ClaimEvidence", "ClaimDone"],
    ],
    ["byHand", "tasks/3.json", set(["status", "resolved"]), [], ["TASK_BLOCKED"]],
    ["draft", "tasks/1.json", set(["status", "resolved"]), [], ["TASK_BLOCKED"]],
    ["byHand", "tasks/2.json", set(["status", "resolved"]), ["ClaimDone"]],
    ["byHand", "session.json", child("2", set(["status", "resolved"])), ["ClaimDone"]],
    ["working", "tasks/2.json", set(["status", "resolved"]), ["ClaimDone"]],
  ],
  "a task given back": [
    [
      "byHand",
      "tasks/2.json",
      set(["status", "open"], ["worker_agent_id", null]),
      ["ReportFailure"],
    ],
    ["byHand", "tasks/2.json", set(["status", "failed"]), ["ReportFailure"]],
    ["working", "tasks/2.json", set(["status", "open"]), [], ["JOB_HELD"]],
    ["working", "tasks/2.json", set(["status", "failed"]), [], ["JOB_HELD"]],
    ["byHand", "tasks/1.json", set(["status", "open"]), [], ["JOB_UNKNOWN"]],
    ["byHand", "tasks/4.json", set(["status", "failed"]), [], ["JOB_UNKNOWN"]],
    ["working", "tasks/4.json", set(["status", "open"]), [], ["TASK_GATED"]],
    ["working", "tasks/1.json", set(["status", "open"]), [], ["TASK_RESOLVED"]],
    ["byHand", "tasks/5.json", set(["status", "open"]), [], ["TASK_UNFAILED"]],
    ["working", "tasks/2.json", set(["status", "done"]), [], ["STATUS_UNKNOWN"]],
  ],
  evidence: [
    [
      "working",
      "tasks/2.json",
      (file) => void file.evidence.push("it works, I saw it"),
      ["ClaimEvidence"],
    ],
    [
      "working",
      "session.json",
      (file) =>
        void file.evidence_log.push({
          task_id: "2",
          criteria: "bare",
          type: "manual",
          content: "seen",
        }),
      ["ClaimEvidence"],
    ],
    ["draft", "tasks/1.json", (file) => void file.evidence.push(said), ["ClaimEvidence"]],
    [
      "working",
      "tasks/1.json",
      (file) => void (file.evidence[0].output = "all well"),
      ["ClaimEvidence"],
      ["EVIDENCE_SEALED"],
    ],
    [
      "working",
      "tasks/2.json",
      (file) => void (file.evidence[0].verified = true),
      [],
      ["EVIDENCE_SEALED"],
    ],
    [
      "working",
      "session.json",
      (file) => void file.evidence_log.reverse(),
      [],
      ["EVIDENCE_SEALED"],
    ],
    [
      "working",
      "session.json",
      (file) => void file.evidence_log.splice(0, 1),
      [],
      ["EVIDENCE_SEALED"],
    ],
    [
      "working",
      "session.json",
      (file) => void file.evidence_log.push({ criteria: "bare", content: "seen" }),
      [],
      ["KEY_MISSING"],
    ],
    [
      "working",
      "tasks/2.json",
      (file) => (set(["subject", "S"])(file), void file.evidence.push(said)),
      ["ClaimEvidence"],
      ["PLAN_FROZEN"],
    ],
    ["complete", "tasks/1.json", (file) => void file.evidence.push(said), [], ["RUN_OVER"]],
  ],
  "context.json": [
    [
      "empty",
      "context.json",
      (file) =>
        void file.explorers.push({ id: "exp-1", hint: "all", file: null, summary: "found" }),
      ["RecordExploration"],
    ],
    [
      "empty",
      "context.json",
      (file) => void file.explorers.push({ id: "extra", summary: "found" }),
      ["RecordExploration"],
    ],
    ["empty", "context.json", (file) => void file.patterns.push("ports"), ["RecordExploration"]],
    [
      "empty",
      "context.json",
      (file) => void file.explorers.push({ id: "exp-1" }),
      [],
      ["KEY_MISSING"],
    ],
    [
      "empty",
      "context.json",
      (file) => void file.explorers.push({ id: 1, summary: "found" }),
      [],
      ["TYPE_WRONG"],
    ],
    ["empty", "context.json", (file) => void file.patterns.push("ports", 5), [], ["TYPE_WRONG"]],
    ["empty", "context.json", set(["exploration_complete", true]), [], ["FIELD_DERIVED"]],
    ["working", "context.json", (file) => void file.patterns.push("ports"), [], ["PHASE_WRONG"]],
  ],
  "other keys": [
    ["working", "session.json", set(["version", "2.0"]), [], ["FIELD_DERIVED"]],
    [
      "working",
      "session.json",
      set(["session_task_id", "7"], ["started_at", "t"], ["verify_task_id", "9"]),
      [],
      ["FIELD_DERIVED", "FIELD_DERIVED", "FIELD_DERIVED"],
    ],
    ["working", "tasks/2.json", set(["id", "9"]), [], ["FIELD_DERIVED"]],
    ["working", "tasks/2.json", set(["completed_at", "t"]), [], ["FIELD_DERIVED"]],
    [
      "draft",
      "session.json",
      (file) => void (file.planner.status = "running"),
      [],
      ["FIELD_DERIVED"],
    ],
    ["working", "session.json", set(["updated_at", "2030-01-01T00:00:00Z"]), []],
    ["working", "session.json", set(["mine", { a: 1 }]), ["KeepExtras"]],
    [
      "working",
      "session.json",
      set(["iteration", 1], ["options", { max_iterations: 5, other: 1 }]),
      ["KeepExtras"],
    ],
    [
      "working",
      "session.json",
      set(["iteration", 4], ["options", { max_iterations: 50 }]),
      [],
      ["FIELD_DERIVED", "FIELD_DERIVED"],
    ],
    ["complete", "session.json", set(["mine", { a: 1 }]), ["KeepExtras"]],
    ["working", "session.json", (file) => void file.child_tasks.reverse(), [], ["FIELD_DERIVED"]],
    ["draft", "session.json", (file) => void file.child_tasks.splice(0, 1), [], ["FIELD_DERIVED"]],
    ["working", "session.json", (file) => void file.child_tasks.splice(0, 1), [], ["PLAN_FROZEN"]],
  ],
};

for (const [name, told] of Object.entries(rows))
  test(`edits of ${name}`, () => {
    for (const [phase, path, change, sent, refused = []] of told) {
      const run = phases[phase]?.() ?? assert.fail(phase);
      const { admit, edit } = desk(run);
      const what = `${phase}: ${path} ${String(change).slice(0, 120)} ${JSON.stringify([sent, refused])}`;
      const answer = admit(edit(path, change));
      assert.deepEqual([answer.sent, answer.refused], [sent, refused], what);
    }
  });
