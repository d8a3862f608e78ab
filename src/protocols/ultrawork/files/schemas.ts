// Why: other programs read and write the session's files; what is in them is told as JSON Schema, beside the code that writes them.
import type { Described } from "../../../core/message.ts";
import { explorerShape, plannerShape, planShape, verifierShape, workerShape } from "../report/shapes.ts";
import { evidenceTypes } from "../task.ts";

type Schema = Readonly<Record<string, unknown>>;

const draft = "https://json-schema.org/draft/2020-12/schema";
const text: Schema = { type: "string" };
const texts: Schema = { type: "array", items: text };
const time: Schema = { type: "string", pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d" };
/** Of evidence that was found, not witnessed, the time may be unknown. */
const foundTime: Schema = { anyOf: [time, { const: "" }] };
const maybe = (schema: Schema): Schema => ({ anyOf: [schema, { type: "null" }] });
const object = (must: Readonly<Record<string, Schema>>, may: Readonly<Record<string, Schema>> = {}): Schema => ({
  type: "object",
  properties: { ...must, ...may },
  required: Object.keys(must),
});
const list = (items: Schema): Schema => ({ type: "array", items });
const evidenceType: Schema = { enum: evidenceTypes };

const evidence = object({ criteria: text, command: text, output: text, verified: { type: "boolean" }, timestamp: foundTime });
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
const context = object({
  version: text,
  expected_explorers: texts,
  exploration_complete: { type: "boolean" },
  explorers: list(object({ id: text, hint: text, file: maybe(text), summary: text })),
  key_files: texts,
  patterns: texts,
  constraints: texts,
});

const described = (name: string, kind: Described["kind"], means: string, schema: Schema): Described => ({
  name,
  kind,
  means,
  schema: () => ({ $schema: draft, title: name, description: means, ...schema }),
});

/** Unknown keys are let through everywhere: they belong to whoever wrote them. */
export const fileSchemas: readonly Described[] = [
  described("session.json", "document", "The whole session: goal, phase, tasks, evidence log.", session),
  described("tasks/<id>.json", "document", "One task with its criteria and evidence; verify.json is the last.", task),
  described("context.json", "document", "What the explorers found.", context),
  described("plan", "document", "A plan as `--plan` and ProposePlan take it.", planShape.schema),
  described("report/explorer", "report", "What an explorer hands in.", explorerShape.schema),
  described("report/planner", "report", "What the planner hands in.", plannerShape.schema),
  described("report/worker", "report", "What a worker hands in.", workerShape.schema),
  described("report/verifier", "report", "What the verifier hands in.", verifierShape.schema),
];
