// JSON Schemas of the session's files, for other programs.
import {
  anyCase,
  byName,
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
import { nodeWords, otherNodeWords, otherRunWords, runWords, sessionAliases } from "./words.ts";

const work = {
  status: earlier({ enum: nodeWords }, anyCase(otherNodeWords)),
  started_at: maybe(time),
  completed_at: maybe(time),
  session_id: maybe(text),
  output_path: maybe(text),
  artifacts: earlier(texts, text),
  error: maybe(text),
};
const gate = {
  status: earlier({ enum: ["pending", "running", "completed"] }, anyCase(otherNodeWords)),
  saved_at: maybe(time),
  snapshot_path: maybe(text),
};
const [task, auto] = [{ cli_task_id: text }, { auto_continue: flag }];
const node: JsonSchema = { anyOf: [object(work, task), object(gate, auto)] };
const context = byName({ anyOf: [text, flag] });
const batch = { batch: { type: "integer" }, nodes: texts, parallel: flag };

const sessionState = {
  session_id: text,
  template_id: text,
  template_path: text,
  template_name: text,
  status: earlier({ enum: runWords }, anyCase(otherRunWords)),
  context,
  execution_plan: list(earlier(object(batch), text)),
  current_batch: { type: "integer" },
  current_node: earlier(maybe(text), texts),
  last_checkpoint: maybe(text),
  node_states: byName(node),
  created_at: time,
  updated_at: time,
  completed_at: maybe(time),
};
const checkpoint = {
  session_id: text,
  checkpoint_id: text,
  checkpoint_name: text,
  saved_at: time,
  context_snapshot: context,
  node_states_snapshot: byName(node),
  last_completed_node: maybe(text),
  next_node: maybe(text),
};

const keysOf = (...keys: readonly object[]): ReadonlySet<string> =>
  new Set(keys.flatMap((one) => Object.keys(one)));
export const rootKeys = keysOf(sessionState);
export const batchKeys = keysOf(batch);
export const workKeys = keysOf(work, task);
export const gateKeys = keysOf(gate, auto);
/** Of a snapshot's own object; its nodes have the keys of nodes. */
export const snapshotKeys = keysOf(checkpoint);
/** What a node should say, of which found ones leave much out. */
export const nodeMust = { work: Object.keys(work), gate: Object.keys(gate) };

export const fileSchemas: readonly Described[] = [
  document(
    "session-state.json",
    "A run: its context, plan, and the state of each node.",
    object(sessionState, {}, sessionAliases),
  ),
  document(
    "checkpoints/<id>.json",
    "What a checkpoint saved: context and the states of all nodes.",
    object(checkpoint),
  ),
];
