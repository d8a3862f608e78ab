// Why: other programs read and write the session's files; what is in them is told as JSON Schema, beside the code that writes them.
import type { Described } from "../../../core/message.ts";
import { nodeWords, runWords } from "./words.ts";

type Schema = Readonly<Record<string, unknown>>;

const draft = "https://json-schema.org/draft/2020-12/schema";
const text: Schema = { type: "string" };
const texts: Schema = { type: "array", items: text };
const flag: Schema = { type: "boolean" };
const time: Schema = { type: "string", pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d" };
const maybe = (schema: Schema): Schema => ({ anyOf: [schema, { type: "null" }] });
const object = (must: Readonly<Record<string, Schema>>, may: Readonly<Record<string, Schema>> = {}): Schema => ({
  type: "object",
  properties: { ...must, ...may },
  required: Object.keys(must),
});
const byName = (values: Schema): Schema => ({ type: "object", additionalProperties: values });

const node: Schema = {
  anyOf: [
    object(
      {
        status: { enum: nodeWords },
        started_at: maybe(time),
        completed_at: maybe(time),
        session_id: maybe(text),
        output_path: maybe(text),
        artifacts: texts,
        error: maybe(text),
      },
      { cli_task_id: text },
    ),
    object(
      { status: { enum: ["pending", "running", "completed"] }, saved_at: maybe(time), snapshot_path: maybe(text) },
      { auto_continue: flag },
    ),
  ],
};
const context = byName({ anyOf: [text, flag] });

const sessionState = object({
  session_id: text,
  template_id: text,
  template_path: text,
  template_name: text,
  status: { enum: runWords },
  context,
  execution_plan: { type: "array", items: object({ batch: { type: "integer" }, nodes: texts, parallel: flag }) },
  current_batch: { type: "integer" },
  current_node: maybe(text),
  last_checkpoint: maybe(text),
  node_states: byName(node),
  created_at: time,
  updated_at: time,
  completed_at: maybe(time),
});
const checkpoint = object({
  session_id: text,
  checkpoint_id: text,
  checkpoint_name: text,
  saved_at: time,
  context_snapshot: context,
  node_states_snapshot: byName(node),
  last_completed_node: maybe(text),
  next_node: maybe(text),
});

const described = (name: string, means: string, schema: Schema): Described => ({
  name,
  kind: "document",
  means,
  schema: () => ({ $schema: draft, title: name, description: means, ...schema }),
});

/** Unknown keys are let through everywhere: they belong to whoever wrote them. */
export const fileSchemas: readonly Described[] = [
  described("session-state.json", "A run: its context, plan, and the state of each node.", sessionState),
  described("checkpoints/<id>.json", "What a checkpoint saved: context and the states of all nodes.", checkpoint),
];
