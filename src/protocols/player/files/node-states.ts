// The keys of node states, in one form for session file and snapshots.
import { pointTo } from "../../../core/json/json.ts";
import { anyCase, byName, earlier, flag, maybe, text, texts } from "../../../core/json/schema.ts";
import type { With } from "../../../kit/document/unknown-keys.ts";
import { ownOf } from "../../../core/json/own.ts";
import type { Json } from "../../../kit/json/print.ts";
import { secondOrNull } from "../../../core/words/seconds.ts";
import { objectOf } from "../../../kit/document/keys.ts";
import { schemaOf } from "../../../kit/document/keys-schema.ts";
import { checkpointNode, nodeIds } from "../nodes.ts";
import { place, rootRelative, snapshotFile } from "../place.ts";
import type { CheckpointState, NodeId, NodeState, NodeStatus, State, WorkState } from "../state.ts";
import { nodeStatus } from "./words.ts";

const notObject = "the state of a node must be an object; it is read as pending";
const status = (...words: readonly NodeStatus[]) => ({
  text: earlier({ enum: words }, anyCase([...nodeStatus.words, ...Object.keys(nodeStatus.former)])),
});

type Work = { readonly state: State; readonly node: WorkState };
export const work = objectOf<Work>()(notObject, {
  status: ["should", status(...nodeStatus.words), ({ node }) => node.status],
  started_at: ["should", "time or null", ({ node }) => secondOrNull(node.startedAt)],
  completed_at: ["should", "time or null", ({ node }) => secondOrNull(node.completedAt)],
  session_id: ["should", "text or null", ({ node }) => node.session],
  output_path: [
    "should",
    "text or null",
    ({ state, node: { outputPath } }) =>
      outputPath === null ? null : rootRelative(state, outputPath),
  ],
  artifacts: [
    "should",
    { node: earlier(texts, text) },
    ({ state, node }) => node.artifacts.map((path) => rootRelative(state, path)),
  ],
  error: [
    "should",
    "text or null",
    ({ node: { doubt, error } }) => (doubt === null ? error : `in doubt: ${doubt}`),
  ],
  cli_task_id: ["may", "text", ({ node }) => node.task ?? undefined],
});

type Gate = { readonly state: State; readonly id: NodeId; readonly node: CheckpointState };
/** Its last two keys stand once it is saved; a run adopted without a template keeps its original `auto_continue`. */
export const gate = objectOf<Gate>()(notObject, {
  status: ["should", status("pending", "running", "completed"), ({ node }) => node.status],
  saved_at: ["should", "time or null", ({ node }) => secondOrNull(node.savedAt)],
  snapshot_path: [
    "should",
    { node: maybe(text) },
    ({ state, id, node }) => (node.savedAt === null ? null : `${place(state)}/${snapshotFile(id)}`),
  ],
  auto_continue: [
    "may",
    { node: flag },
    ({ state, id, node }) =>
      node.savedAt === null ? undefined : checkpointNode(state, id)?.autoContinue,
  ],
});

export const nodesKind = { node: byName({ anyOf: [schemaOf(work), schemaOf(gate)] }) };
export const contextKind = { node: byName({ anyOf: [text, flag] }) };

/** In plan order. `pointer`: path of the object that contains the states */
export const nodeStates = (
  state: State,
  nodes: Readonly<Record<NodeId, NodeState>>,
  object: With,
  pointer: string,
): Json =>
  object(
    pointer,
    nodeIds(state).flatMap((id) => {
      const node = ownOf(nodes, id);
      if (node === undefined) return [];
      const at = pointTo(pointer, id);
      const written =
        node.is === "work"
          ? work.written({ state, node }, object, at)
          : gate.written({ state, id, node }, object, at);
      return [[id, written] as const];
    }),
  );

/** In the order of the template's variables. */
export const contextOf = (
  state: State,
  context: State["context"],
  object: With,
  pointer: string,
): Json => {
  const names = state.template.body?.context.map(({ name }) => name) ?? [];
  const rest = Object.keys(context).filter((name) => !names.includes(name));
  return object(
    pointer,
    [...names, ...rest].flatMap((name) =>
      Object.hasOwn(context, name) ? [[name, context[name] ?? ""] as const] : [],
    ),
  );
};
