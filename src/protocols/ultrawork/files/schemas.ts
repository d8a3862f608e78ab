// JSON Schemas of ultrawork's session files.
import { described, report } from "../../../kit/json-schema.ts";
import {
  anyCase,
  document,
  earlier,
  flag,
  type JsonSchema,
  list,
  maybe,
  object,
  text,
  texts,
  time,
} from "../../../core/json-schema.ts";
import type { Described } from "../../../core/message.ts";
import {
  explorerShape,
  plannerShape,
  planShape,
  verifierShape,
  workerShape,
} from "../report/shapes.ts";
import {
  evidenceAliases,
  evidenceTypes as formerTypes,
  olderVersion,
  phases as formerPhases,
  sessionAliases,
  statuses as formerStatuses,
  taskAliases,
  version,
} from "../read/aliases.ts";
import type { Declared } from "./keys.ts";
import { evidenceTypes } from "../task.ts";
import { context } from "./context.ts";

/** Of evidence that was found, not witnessed, the time may be unknown. */
const foundTime: JsonSchema = { anyOf: [time, { const: "" }] };
const evidenceType: JsonSchema = { enum: evidenceTypes };

const evidence = earlier(
  object(
    { criteria: text, command: text, output: text, verified: flag, timestamp: foundTime },
    {},
    evidenceAliases,
  ),
  text,
);
const seedTask = {
  id: text,
  subject: text,
  status: earlier(
    { enum: ["open", "in_progress", "resolved", "failed"] },
    anyCase(Object.keys(formerStatuses)),
  ),
  worker_agent_id: maybe(text),
  success_criteria: earlier(texts, text),
  evidence: list(evidence),
  blocked_by: texts,
  started_at: maybe(time),
  completed_at: maybe(time),
};
const check = object(
  { criteria: text },
  {
    type: evidenceType,
    command: text,
    path: text,
    cwd: text,
    exit: { type: "integer" },
    match: text,
    timeout_s: { type: "integer" },
  },
);
const task = object(
  seedTask,
  {
    description: text,
    complexity: { enum: ["simple", "standard", "complex"] },
    files: texts,
    checks: list(check),
  },
  taskAliases,
);
const logEntry = object(
  {
    task_id: text,
    criteria: text,
    type: earlier(evidenceType, { enum: Object.keys(formerTypes) }),
    content: text,
    timestamp: text,
  },
  {},
  evidenceAliases,
);
const session = object(
  {
    version: earlier({ const: version }, { type: "string", pattern: olderVersion.source }),
    session_task_id: text,
    goal: { type: "string", minLength: 1, maxLength: 8_192 },
    phase: earlier(
      { enum: ["PLANNING", "EXECUTION", "VERIFICATION", "COMPLETE", "FAILED", "CANCELLED"] },
      anyCase(Object.keys(formerPhases)),
    ),
    started_at: time,
    updated_at: time,
    planner: object({
      agent_id: maybe(text),
      status: { enum: ["pending", "running", "completed", "failed"] },
      started_at: maybe(time),
      completed_at: maybe(time),
    }),
    child_tasks: list(object(seedTask, {}, taskAliases)),
    evidence_log: list(earlier(logEntry, text)),
    verify_task_id: text,
    completed_at: maybe(time),
    cancelled_at: maybe(time),
    failure_reason: maybe(text),
  },
  {},
  sessionAliases,
);
const kinds = { text, "text or null": maybe(text), texts, flag };
const schemaOf = ({ keys }: Declared): JsonSchema => {
  const named = (need: "must" | "may") =>
    Object.fromEntries(
      Object.entries(keys).flatMap(([name, [own, kind]]) => {
        const schema = typeof kind === "string" ? kinds[kind] : list(schemaOf(kind.list));
        return own === need ? [[name, schema]] : [];
      }),
    );
  return object(named("must"), named("may"));
};

export const fileSchemas: readonly Described[] = [
  document("session.json", "The whole session: goal, phase, tasks, evidence log.", session),
  document(
    "tasks/<id>.json",
    "One task with its criteria and evidence; verify.json is the last.",
    task,
  ),
  document("context.json", "What the explorers found.", schemaOf(context)),
  described("document", "plan", "A plan as `--plan` and ProposePlan take it.", planShape),
  report("explorer", "What an explorer hands in.", explorerShape),
  report("planner", "What the planner hands in.", plannerShape),
  report("worker", "What a worker hands in.", workerShape),
  report("verifier", "What the verifier hands in.", verifierShape),
];
