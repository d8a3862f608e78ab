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

type Keys = Readonly<Record<string, readonly ["must" | "may", JsonSchema]>>;
const objectOf = (keys: Keys): JsonSchema => {
  const of = (need: "must" | "may") =>
    Object.fromEntries(
      Object.entries(keys).flatMap(([key, [own, schema]]) => (own === need ? [[key, schema]] : [])),
    );
  return object(of("must"), of("may"));
};
/** In the order of writing. */
const unit = {
  status: ["must", { enum: statusWords }],
  reason: ["may", text],
  iterations_used: ["may", count],
  confirmations_used: ["may", count],
  verification_passed: ["may", flag],
  max_iterations: ["must", count],
  completed_at: ["may", time],
} as const satisfies Keys;
const both = {
  task: ["must", { type: "string", minLength: 1, maxLength: 120 }],
  slug: ["must", { type: "string", pattern: "^[a-z0-9]+(?:-[a-z0-9]+)*$", maxLength: 40 }],
  mode: ["must", { const: "knowledge" }],
  domain: ["must", { enum: ["research", "writing", "analysis", "planning"] }],
  created: ["must", time],
  updated: ["must", time],
  phase: ["must", { enum: phases }],
  current_task: ["may", text],
  current_phase: ["may", text],
  current_iteration: ["may", count],
  tasks: ["must", byName(objectOf(unit))],
  phases: ["must", byName(objectOf(unit))],
  commits: ["must", { type: "array", items: { type: "string", pattern: "^[0-9a-f]{7,40}: " } }],
} as const satisfies Keys;
const without = (...names: readonly string[]): Keys =>
  Object.fromEntries(Object.entries(both).filter(([key]) => !names.includes(key)));

const state: JsonSchema = {
  type: "object",
  anyOf: [
    objectOf({
      ...without("domain", "current_phase", "phases"),
      mode: ["must", earlier({ const: "development" }, { const: "dev" })],
    }),
    objectOf(without("current_task", "tasks", "commits")),
  ],
};
export const rootKeys: readonly string[] = Object.keys(both);
export const unitKeys: readonly string[] = Object.keys(unit);

export const fileSchemas: readonly Described[] = [
  document(
    "state.json",
    "A run: its mode and phase, and where each task (development) or phase (knowledge) stands.",
    state,
  ),
];
