// JSON Schemas of templates, for editors and other programs.
import {
  document,
  flag,
  type JsonSchema,
  list,
  maybe,
  object,
  text,
  texts,
  time,
} from "../../../core/json/schema.ts";
import type { Described } from "../../../core/message.ts";
import { cliModes, onFails, saveable, variableTypes } from "./template.ts";

const count: JsonSchema = { type: "integer", minimum: 0 };
const derived: JsonSchema = { description: "a count, derived from the nodes; nothing reads it" };
const id: JsonSchema = { type: "string", pattern: "^[A-Za-z][A-Za-z0-9_-]{0,31}$" };
const program: JsonSchema = { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9._:/-]{0,127}$" };
const args: JsonSchema = {
  type: "string",
  description:
    "{name}, {N-001.session_id}, .output_path, .artifacts[0], .output; {{x}} stands for {x}",
};
const work: Readonly<Record<string, JsonSchema>> = {
  name: text,
  input_ports: texts,
  output_ports: texts,
  parallel_group: maybe(text),
  on_fail: { enum: onFails },
};

const node: JsonSchema = {
  oneOf: [
    object(
      { id, type: { enum: ["skill", "command"] }, executor: program, args_template: args },
      work,
    ),
    object(
      { id, type: { const: "agent" }, executor: program, args_template: args },
      { ...work, run_in_background: flag },
    ),
    object(
      { id, type: { const: "cli" }, cli_tool: program, args_template: args },
      { ...work, executor: text, cli_mode: { enum: cliModes }, cli_rule: maybe(text) },
    ),
    object(
      { id, type: { const: "checkpoint" } },
      { name: text, description: text, auto_continue: flag, save_fields: list({ enum: saveable }) },
    ),
  ],
};

const variable = object(
  {},
  {
    type: { enum: variableTypes },
    required: flag,
    description: text,
    default: { type: ["string", "boolean", "null"] },
  },
);

const template = object(
  {
    template_id: { type: "string", description: "wft-<slug>-<YYYYMMDD>" },
    context_schema: {
      type: "object",
      propertyNames: { pattern: "^(?!prev_)[A-Za-z_][A-Za-z0-9_]*$" },
      additionalProperties: variable,
    },
    nodes: { type: "array", minItems: 1, items: node },
    edges: list(object({ from: text, to: text })),
  },
  {
    name: text,
    description: { type: "string", description: "120 characters are shown" },
    version: { description: '"1.0"; nothing reads it' },
    created_at: maybe(text),
    source_session: maybe(text),
    tags: texts,
    checkpoints: texts,
    atomic_groups: list(object({}, { name: text, nodes: texts, description: text })),
    execution_mode: { description: '"serial"; nothing reads it' },
    metadata: object(
      {},
      { node_count: derived, checkpoint_count: derived, estimated_duration: maybe(text) },
    ),
  },
);

const index = object({
  templates: list(
    object({
      template_id: text,
      name: text,
      path: text,
      tags: texts,
      created_at: maybe(time),
      node_count: count,
    }),
  ),
});

export const templateSchemas: readonly Described[] = [
  document(
    "templates/<slug>.json",
    "What runs are played from: variables, nodes, edges, checkpoints.",
    template,
  ),
  document("templates/index.json", "A list of all templates, for other programs; a cache.", index),
];
