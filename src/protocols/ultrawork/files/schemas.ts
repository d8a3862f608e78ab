// Why: other programs read and write the session's files; what is in them is told as JSON Schema, beside the code that writes them.
import { document, flag, type JsonSchema, list, maybe, object, report, text, texts, time } from "../../../core/json-schema.ts";
import type { Described } from "../../../core/message.ts";
import { explorerShape, plannerShape, planShape, verifierShape, workerShape } from "../report/shapes.ts";
import { evidenceTypes } from "../task.ts";

/** Of evidence that was found, not witnessed, the time may be unknown. */
const foundTime: JsonSchema = { anyOf: [time, { const: "" }] };
const evidenceType: JsonSchema = { enum: evidenceTypes };

const evidence = object({ criteria: text, command: text, output: text, verified: flag, timestamp: foundTime });
const seedTask = {
  id: text,
  subject: text,
  status: { enum: ["open", "in_progress", "resolved", "failed"] },
  worker_agent_id: maybe(text),
  success_criteria: texts,
  evidence: list(evidence),
  blocked_by: texts,
  started_at: maybe(time),
  completed_at: maybe(time),
};
const check = object(
  { criteria: text },
  { type: evidenceType, command: text, path: text, cwd: text, exit: { type: "integer" }, match: text, timeout_s: { type: "integer" } },
);
const task = object(seedTask, {
  description: text,
  complexity: { enum: ["simple", "standard", "complex"] },
  files: texts,
  checks: list(check),
});
const session = object({
  version: { const: "1.0" },
  session_task_id: text,
  goal: { type: "string", minLength: 1, maxLength: 8_192 },
  phase: { enum: ["PLANNING", "EXECUTION", "VERIFICATION", "COMPLETE", "FAILED", "CANCELLED"] },
  started_at: time,
  updated_at: time,
  planner: object({
    agent_id: maybe(text),
    status: { enum: ["pending", "running", "completed", "failed"] },
    started_at: maybe(time),
    completed_at: maybe(time),
  }),
  child_tasks: list(object(seedTask)),
  evidence_log: list(object({ task_id: text, criteria: text, type: evidenceType, content: text, timestamp: text })),
  verify_task_id: text,
  completed_at: maybe(time),
  cancelled_at: maybe(time),
  failure_reason: maybe(text),
});
const context = object(
  { explorers: list(object({ id: text, summary: text }, { hint: text, file: maybe(text) })) },
  { version: text, expected_explorers: texts, exploration_complete: flag, key_files: texts, patterns: texts, constraints: texts },
);

export const fileSchemas: readonly Described[] = [
  document("session.json", "The whole session: goal, phase, tasks, evidence log.", session),
  document("tasks/<id>.json", "One task with its criteria and evidence; verify.json is the last.", task),
  document("context.json", "What the explorers found.", context),
  document("plan", "A plan as `--plan` and ProposePlan take it.", planShape.schema),
  report("explorer", "What an explorer hands in.", explorerShape),
  report("planner", "What the planner hands in.", plannerShape),
  report("worker", "What a worker hands in.", workerShape),
  report("verifier", "What the verifier hands in.", verifierShape),
];
