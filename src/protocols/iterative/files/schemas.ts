// JSON Schemas of the run's files, mainly state.json, for other programs.
import {
  byName,
  document,
  earlier,
  flag,
  type JsonSchema,
  object,
  text,
  time,
} from "../../../core/json-schema.ts";
import type { Described } from "../../../core/message.ts";
import { phases, statusWords } from "./words.ts";

const count: JsonSchema = { type: "integer" };

const unit = object(
  { status: { enum: statusWords }, max_iterations: count },
  {
    reason: text,
    iterations_used: count,
    confirmations_used: count,
    verification_passed: flag,
    completed_at: time,
  },
);
const units = byName(unit);
const both = {
  task: { type: "string", minLength: 1, maxLength: 120 },
  slug: { type: "string", pattern: "^[a-z0-9]+(?:-[a-z0-9]+)*$", maxLength: 40 },
  created: time,
  updated: time,
  phase: { enum: phases },
} as const;

const state: JsonSchema = {
  type: "object",
  anyOf: [
    object(
      {
        ...both,
        mode: earlier({ const: "development" }, { const: "dev" }),
        tasks: units,
        commits: { type: "array", items: { type: "string", pattern: "^[0-9a-f]{7,40}: " } },
      },
      { current_task: text, current_iteration: count },
    ),
    object(
      {
        ...both,
        mode: { const: "knowledge" },
        domain: { enum: ["research", "writing", "analysis", "planning"] },
        phases: units,
      },
      { current_phase: text, current_iteration: count },
    ),
  ],
};

export const fileSchemas: readonly Described[] = [
  document(
    "state.json",
    "A run: its mode and phase, and where each task (development) or phase (knowledge) stands.",
    state,
  ),
];
