// Table of hand edits, by sections 4 and 5 of the protocol's page: what each means, or why it is refused.
import { type EditTable, editsHold } from "../../../test/fixtures/edit-table.ts";
import { at, desk, fresh, type Free, said } from "../../../test/fixtures/ultrawork-folder.ts";

const reversed = (list: readonly Free[]): Free => list.toReversed();
const taskDone = { status: "resolved" };
const checked = { criteria: "bare", command: "x b" };

/** `phase`, its times, and the statuses that follow from it. */
const phases: EditTable = {
  "draft session.json": [
    ["/phase", "EXECUTION", "ProposePlan SENDER_WRONG"],
    ["/planner", { status: "completed", agent_id: "eve" }, "ProposePlan"],
    ["", { planner: { status: "completed" }, phase: "EXECUTION" }, "ProposePlan SENDER_WRONG"],
    ["/planner/status", "running", "FIELD_DERIVED"],
  ],
  "proposed session.json": [["/phase", "EXECUTION", "SENDER_WRONG"]],
  "empty session.json": [["/phase", "EXECUTION", "PLAN_EMPTY"]],
  "working session.json": [
    ["/phase", "VERIFICATION", "FIELD_DERIVED"],
    ["/phase", "PLANNING", "SENDER_WRONG"],
    ["/phase", "DONE", "VALUE_UNKNOWN"],
    ["/phase", "COMPLETE", "SENDER_WRONG"],
    ["", { phase: "COMPLETE", completed_at: at }, "SENDER_WRONG"],
    ["/completed_at", at, "SENDER_WRONG"],
    ["", { phase: "FAILED", failure_reason: "no" }, "SENDER_WRONG"],
    ["/phase", "CANCELLED", "Cancel"],
    ["", { phase: "CANCELLED", cancelled_at: at, updated_at: at }, "Cancel"],
    ["/cancelled_at", at, "Cancel"],
    ["", { phase: "CANCELLED", goal: "Other" }, "Cancel PLAN_FROZEN"],
  ],
  "verifying session.json": [
    ["/phase", "VERIFICATION", ""],
    ["/phase", "EXECUTION", "SENDER_WRONG"],
  ],
  "verifying tasks/verify.json": [["/status", "resolved", "SENDER_WRONG"]],
  "complete session.json": [
    ["/phase", "CANCELLED", "RUN_OVER"],
    ["/phase", "EXECUTION", "SENDER_WRONG"],
    ["/mine", { a: 1 }, "KeepExtras"],
  ],
  "cancelled session.json": [["", { phase: "EXECUTION", cancelled_at: null }, "SENDER_WRONG"]],
  "failed session.json": [["/phase", "EXECUTION", "SENDER_WRONG"]],
};

/** A task's status, by its own file or in the session. */
const statuses: EditTable = {
  "working tasks/1.json": [
    ["/status", "open", "STATUS_BACKWARD"],
    ["/status", "in_progress", "STATUS_BACKWARD"],
  ],
  "working tasks/2.json": [
    ["", { ...taskDone, completed_at: at }, "ReportDone"],
    ["/status", "open", "ReportFailure"],
    ["/status", "failed", "ReportFailure"],
    ["/status", "done", "VALUE_UNKNOWN"],
  ],
  "working tasks/3.json": [
    ["/status", "in_progress", "UNIT_WAITING"],
    ["/status", "resolved", "UNIT_WAITING"],
  ],
  "working tasks/4.json": [
    ["", { status: "in_progress", worker_agent_id: "zoe", started_at: at }, "BeginJob"],
    ["/status", "resolved", "BeginJob ReportDone"],
  ],
  "working session.json": [["/child_tasks/3/status", "in_progress", "BeginJob"]],
  "draft tasks/1.json": [["/status", "in_progress", "UNIT_WAITING"]],
  "leased tasks/4.json": [
    ["/worker_agent_id", "zoe", "FIELD_DERIVED"],
    ["/status", "resolved", "JOB_HELD"],
    ["/status", "open", "JOB_HELD"],
    ["/status", "failed", "JOB_HELD"],
  ],
  "lost tasks/4.json": [
    ["/status", "open", "SENDER_WRONG"],
    ["/status", "resolved", "SENDER_WRONG"],
  ],
};

const shown = { type: "manual", content: "seen" };
const claims: EditTable = {
  "working tasks/2.json": [
    ["/evidence/-", said, "ClaimEvidence"],
    ["/evidence/-", "I saw it", "ClaimEvidence"],
    [
      "",
      ({ evidence, ...file }: Free) => ({ ...file, subject: "S", evidence: [...evidence, said] }),
      "ClaimEvidence PLAN_FROZEN",
    ],
  ],
  "draft tasks/2.json": [["/evidence/-", said, "ClaimEvidence"]],
  "working tasks/1.json": [
    ["/evidence/0/output", "all well", "ClaimEvidence ENTRY_IMMUTABLE"],
    ["/evidence/0/verified", false, "ENTRY_IMMUTABLE"],
    ["/evidence", [], "ENTRY_IMMUTABLE"],
  ],
  "working session.json": [
    ["/evidence_log/-", { task_id: "2", criteria: "bare", ...shown }, "ClaimEvidence"],
    ["/evidence_log/-", { criteria: "bare", content: "seen" }, "KEY_MISSING"],
    ["/evidence_log/0", undefined, "ENTRY_IMMUTABLE"],
  ],
  "verifying session.json": [["/evidence_log", reversed, "ENTRY_IMMUTABLE"]],
};

const explorer = { id: "exp-1", summary: "s" };
/** What may be written while the plan is open, and not after. */
const plan: EditTable = {
  "draft session.json": [
    ["/goal", "Other", "SetGoal"],
    ["/goal", " ", "GOAL_EMPTY"],
    ["/version", "2.0", "FIELD_DERIVED"],
    ["/verify_task_id", "9", "FIELD_DERIVED"],
    ["/session_task_id", "9", "FIELD_DERIVED"],
    ["/started_at", "2026", "FIELD_DERIVED"],
    ["/failure_reason", "no", "FIELD_DERIVED"],
    ["/updated_at", "2030-01-01T00:00:00Z", ""],
    ["/mine", { a: 1 }, "KeepExtras"],
    ["/child_tasks/-", { ...fresh, blocked_by: ["1"] }, "SetUnits"],
    ["/child_tasks/-", { ...fresh, id: "1" }, "UNIT_REPEATED"],
    ["/child_tasks/3", undefined, "SetUnits"],
    ["/child_tasks/0/subject", "S", "SetUnits"],
    ["/child_tasks", reversed, "FIELD_DERIVED"],
  ],
  "draft tasks/7.json": [
    ["", { ...fresh, ...taskDone }, "SetUnits"],
    ["", { ...fresh, id: "8" }, "UNIT_MALFORMED"],
    ["", { id: "7" }, "KEY_MISSING"],
  ],
  "draft tasks/fix-1.json": [["", { ...fresh, id: "fix-1" }, "UNIT_ID_INVALID"]],
  "draft tasks/constructor.json": [["", { ...fresh, id: "constructor" }, "SetUnits"]],
  "draft tasks/3.json": [
    ["", { subject: "S", description: "D", complexity: "simple", blocked_by: [] }, "SetUnits"],
  ],
  "draft tasks/1.json": [
    ["/id", "9", "FIELD_DERIVED"],
    ["/started_at", at, "FIELD_DERIVED"],
    ["/subject", "", "FIELD_INVALID"],
    ["/subject", undefined, "KEY_MISSING"],
    ["/success_criteria", ["less"], "SetUnits"],
    ["/checks/-", checked, "SetUnits"],
    ["/checks", [], "SetUnits"],
    ["/checks/-", { criteria: "other", command: "x b" }, "CRITERION_UNKNOWN"],
    ["/checks/0/command", "x | y", "CHECK_UNPARSABLE"],
  ],
  "draft tasks/verify.json": [
    ["/blocked_by", ["9"], "FIELD_DERIVED"],
    [
      "",
      {
        success_criteria: ["built"],
        checks: [{ criteria: "built", command: "x build" }],
        blocked_by: [],
      },
      "SetUnits",
    ],
  ],
  "proposed tasks/2.json": [["/subject", "S", "SetUnits"]],
  "working session.json": [
    ["/goal", "Other", "PLAN_FROZEN"],
    ["/child_tasks/-", fresh, "PLAN_FROZEN"],
    ["/child_tasks/4", undefined, "PLAN_FROZEN"],
  ],
  "working tasks/7.json": [["", fresh, "PLAN_FROZEN"]],
  "working tasks/4.json": [
    ["/subject", "S", "PLAN_FROZEN"],
    ["/success_criteria", ["less"], "PLAN_FROZEN"],
  ],
  "working tasks/2.json": [
    ["/checks/-", checked, "SetCheck"],
    ["/checks/-", { criteria: "bare", command: "echo ok" }, "CHECK_HOLLOW"],
    ["/checks/0/command", "y", "PLAN_FROZEN"],
    ["/checks", undefined, "PLAN_FROZEN"],
  ],
  "empty context.json": [
    ["/explorers/-", explorer, "RecordExploration"],
    ["", { explorers: [explorer], patterns: ["ports"] }, "RecordExploration"],
    ["", { key_files: ["a", "b"], patterns: ["ports"] }, "RecordExploration"],
    ["/explorers/-", { id: "exp-1" }, "KEY_MISSING"],
    ["/patterns/-", 5, "TYPE_WRONG"],
    ["/exploration_complete", true, "FIELD_DERIVED"],
    ["/version", "3", "FIELD_DERIVED"],
  ],
};

for (const table of [phases, statuses, claims, plan])
  editsHold(table, async (state, path, by) => {
    const { admit, put, files } = desk(state);
    const { sent, no } = await admit(put(path, by(files()[path] ?? "")));
    return { means: sent, refused: no };
  });
