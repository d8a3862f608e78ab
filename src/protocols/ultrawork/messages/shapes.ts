// Why: pieces that several commands and events share are described once, so that help texts and types cannot drift apart.
import { z } from "zod";
import { readJson } from "../../../core/json.ts";
import { isRefusal } from "../../../core/refusal.ts";
import { evidenceTypes } from "../task.ts";

export const evidenceType = z.enum(evidenceTypes);
export const complexity = z.enum(["simple", "standard", "complex"]);
export const chosenBy = z.enum(["plan", "worker", "verifier", "person"]);
export const phase = z.enum([
  "PLANNING",
  "EXECUTION",
  "VERIFICATION",
  "COMPLETE",
  "FAILED",
  "CANCELLED",
]);
export const livePhase = z.enum(["PLANNING", "EXECUTION", "VERIFICATION"]);
export const texts = z.array(z.string());
export const paths = z.array(z.string());
export const maybe = z.string().nullable();
export const count = z.number().int().nonnegative();

/** Stands in a file just so, which could else not be read any more. */
const jsonText = z
  .string()
  .refine((text) => !isRefusal(readJson(text)), "must be the text of one JSON value");
/** Unknown keys of one object as [key, JSON text]. */
export const unknownKeys = z
  .array(z.tuple([z.string(), jsonText]))
  .refine(
    (pairs) => new Set(pairs.map(([key]) => key)).size === pairs.length,
    "must name each key once",
  );

export const holder = z.strictObject({
  name: z.string(),
  agent: maybe.default(null),
  conversation: maybe.default(null),
});

const checkFields = {
  command: z
    .string()
    .optional()
    .describe("run without a shell; a leading `cd DIR &&` and NAME=value are understood"),
  path: z.string().optional().describe("a file below the workspace or the session folder"),
  cwd: z.string().optional(),
  exit: z.number().int().optional().describe("0 if not said"),
  match: z.string().optional().describe("plain text that must be found"),
  timeout_s: z.number().int().positive().optional(),
};
/** As people and agents give it: the type may be left out. */
export const checkInput = z.object({ type: evidenceType.optional(), ...checkFields });
/** As kept. */
export const check = z.strictObject({ type: evidenceType, ...checkFields });

/** A criterion's text, or an object that names its check too. Rules are the plan's own, so that all findings come at once. */
export const criterionInput = z.union([
  z.string(),
  z.object({ criteria: z.string(), type: evidenceType.optional(), ...checkFields }),
]);
const taskFields = {
  subject: z.string(),
  description: maybe.optional(),
  complexity: complexity.nullable().optional(),
  blocked_by: texts.optional(),
  files: paths.nullable().optional(),
  success_criteria: z.array(criterionInput),
};
export const taskInput = z.object({ id: z.string(), ...taskFields });
export const planInput = z.object({
  tasks: z.array(taskInput),
  verify: z.object({ success_criteria: z.array(criterionInput) }).optional(),
  decisions: z
    .array(
      z.object({
        topic: z.string(),
        choice: z.string(),
        rationale: z.string().default(""),
        asked_user: z.boolean().default(false),
      }),
    )
    .optional(),
});
export const changesInput = z.strictObject({
  subject: taskFields.subject.optional(),
  description: taskFields.description,
  complexity: taskFields.complexity,
  blocked_by: taskFields.blocked_by,
  files: taskFields.files,
  success_criteria: taskFields.success_criteria.optional(),
});

/** Ranges are the decider's (OPTION_INVALID), so that each is named with what would fit. */
export const optionsInput = z.strictObject({
  mode: z
    .string()
    .optional()
    .describe("whether a person is asked: interactive or auto")
    .meta({ enum: ["interactive", "auto"] }),
  max_workers: z
    .number()
    .optional()
    .describe("tasks worked on at once, 0 to 64; 0: as many as the runner allows"),
  max_iterations: z.number().optional().describe("rounds of work and verification, 1 to 50"),
  max_attempts: z.number().optional().describe("attempts at a task, 1 to 10"),
  plan_only: z.boolean().optional().describe("stop once the plan is approved; `begin` continues"),
  planner: z
    .string()
    .optional()
    .describe("who plans: agent or hand")
    .meta({ enum: ["agent", "hand"] }),
  explorers: z
    .union([
      z.number(),
      z.array(z.string()),
      z.array(z.object({ id: z.string(), hint: z.string() })),
    ])
    .optional()
    .describe("how many of the three default explorers run, or a list of hints; 0: none"),
  baseline: z
    .boolean()
    .optional()
    .describe("run the checks before work on a task starts; default: yes"),
  commits: z.boolean().optional().describe("workers commit their own files"),
  verifier: z
    .string()
    .optional()
    .describe("who verifies: other-session, other-agent or person")
    .meta({ enum: ["other-session", "other-agent", "person"] }),
  check_timeout_s: z.number().optional().describe("seconds that a check may take, 1 to 7,200"),
});
export const options = z.strictObject({
  mode: z.enum(["interactive", "auto"]),
  max_workers: count,
  max_iterations: count,
  max_attempts: count,
  plan_only: z.boolean(),
  planner: z.enum(["agent", "hand"]),
  explorers: z.array(z.strictObject({ id: z.string(), hint: z.string() })),
  baseline: z.boolean(),
  commits: z.boolean(),
  verifier: z.enum(["other-session", "other-agent", "person"]),
  check_timeout_s: count,
});

/** The filled-in place of a run: the engine reads it, whatever a sender gave is replaced. */
export const base = z.strictObject({ head: maybe, tree: maybe });

export const draftCriterion = z.strictObject({
  text: z.string(),
  check: check.nullable(),
  chosenBy: chosenBy.nullable(),
});
export const draftTask = z.strictObject({
  id: z.string(),
  subject: z.string(),
  description: maybe,
  complexity: complexity.nullable(),
  files: paths.nullable(),
  blockedBy: texts,
  criteria: z.array(draftCriterion),
});
export const baselineResult = z.strictObject({
  criterion: count,
  passed: z.boolean(),
  exit: z.number().int().nullable(),
  why: maybe.default(null),
  tree: z
    .string()
    .optional()
    .describe("on which a check that the worker chose was tried without the work"),
});
export const criterionName = z
  .union([z.number().int().positive(), z.string()])
  .describe("its number, from 1, or its exact text");

export const found = z.strictObject({
  criteria: z.string(),
  command: z.string(),
  output: z.string(),
  verified: z.boolean(),
  timestamp: z.string(),
});
export const foundTask = z.strictObject({
  ...draftTask.shape,
  status: z.enum(["open", "in_progress", "resolved", "failed"]),
  worker: maybe,
  evidence: z.array(found),
  startedAt: maybe,
  completedAt: maybe,
});
export const exploration = z.strictObject({
  explorer: z.string(),
  hint: z.string(),
  file: maybe,
  summary: z.string(),
  keyFiles: paths,
  patterns: texts,
  constraints: texts,
});
/** An existing folder as read() understood it. */
export const foundRun = z.strictObject({
  goal: z.string(),
  session: z.string(),
  sessionTask: z.string(),
  team: z.string(),
  home: z.string(),
  phase,
  options: optionsInput.optional(),
  iteration: count.optional(),
  tasks: z.array(foundTask),
  verify: foundTask.nullable(),
  /** Work was put aside and all the rest is resolved: nothing starts before a person has looked. */
  paused: z.boolean().optional(),
  /** Who planned, and when; not of a plan that is still to be made. */
  planner: z.strictObject({ agent: maybe, startedAt: maybe, completedAt: maybe }).optional(),
  explorers: z.array(z.strictObject({ id: z.string(), hint: z.string() })),
  findings: z.array(exploration),
  /** Entries as found, in their order, each a JSON text. */
  evidenceLog: z.array(jsonText),
  extras: z.array(z.strictObject({ file: z.string(), pointer: z.string(), entries: unknownKeys })),
  startedAt: maybe,
  completedAt: maybe,
  cancelledAt: maybe,
  failureReason: maybe,
});
