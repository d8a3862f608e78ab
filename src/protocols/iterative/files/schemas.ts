// Why: other programs read and write the run's files; what is in state.json is told as JSON Schema, beside the code that writes it.
import type { Described } from "../../../core/message.ts";
import { phases, statusWords } from "./words.ts";

type Schema = Readonly<Record<string, unknown>>;

const draft = "https://json-schema.org/draft/2020-12/schema";
const text: Schema = { type: "string" };
const count: Schema = { type: "integer" };
const time: Schema = { type: "string", pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d" };
const object = (must: Readonly<Record<string, Schema>>, may: Readonly<Record<string, Schema>> = {}): Schema => ({
  type: "object",
  properties: { ...must, ...may },
  required: Object.keys(must),
});

const unit = object(
  { status: { enum: statusWords }, max_iterations: count },
  {
    reason: text,
    iterations_used: count,
    confirmations_used: count,
    verification_passed: { type: "boolean" },
    completed_at: time,
  },
);
const units: Schema = { type: "object", additionalProperties: unit };
const both = {
  task: { type: "string", minLength: 1, maxLength: 120 },
  slug: { type: "string", pattern: "^[a-z0-9]+(?:-[a-z0-9]+)*$", maxLength: 40 },
  created: time,
  updated: time,
  phase: { enum: phases },
} as const;

const state: Schema = {
  type: "object",
  anyOf: [
    object(
      {
        ...both,
        mode: { const: "development" },
        tasks: units,
        commits: { type: "array", items: { type: "string", pattern: "^[0-9a-f]{7,40}: " } },
      },
      { current_task: text, current_iteration: count },
    ),
    object(
      { ...both, mode: { const: "knowledge" }, domain: { enum: ["research", "writing", "analysis", "planning"] }, phases: units },
      { current_phase: text, current_iteration: count },
    ),
  ],
};

const means = "A run: its mode and phase, and where each task (development) or phase (knowledge) stands.";

/** Unknown keys are let through everywhere: they belong to whoever wrote them. */
export const fileSchemas: readonly Described[] = [
  { name: "state.json", kind: "document", means, schema: () => ({ $schema: draft, title: "state.json", description: means, ...state }) },
];
