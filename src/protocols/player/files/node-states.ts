// Writer of node states, in one form for session file and snapshots.
import { pointTo } from "../../../core/json.ts";
import type { With } from "../../../core/unknown-keys.ts";
import { ownOf } from "../../../core/own.ts";
import type { Json } from "../../../core/print.ts";
import { secondOrNull } from "../../../core/seconds.ts";
import { checkpointNode, nodeIds } from "../nodes.ts";
import { place, rootRelative, snapshotFile } from "../place.ts";
import type { CheckpointState, NodeId, NodeState, State, WorkState } from "../state.ts";

type Known = readonly (readonly [string, Json])[];

const work = (state: State, node: WorkState): Known => [
  ["status", node.status],
  ["started_at", secondOrNull(node.startedAt)],
  ["completed_at", secondOrNull(node.completedAt)],
  ["session_id", node.session],
  ["output_path", node.outputPath === null ? null : rootRelative(state, node.outputPath)],
  ["artifacts", node.artifacts.map((path) => rootRelative(state, path))],
  ["error", node.doubt === null ? node.error : `in doubt: ${node.doubt}`],
  ...(node.task === null ? [] : [["cli_task_id", node.task] as const]),
];

/** Written once the checkpoint is saved; a run adopted without a template keeps its original value. */
const autoContinue = (state: State, id: NodeId, { savedAt }: CheckpointState): Known => {
  const found = savedAt === null ? null : checkpointNode(state, id);
  return found === null ? [] : [["auto_continue", found.autoContinue]];
};

const checkpoint = (state: State, id: NodeId, node: CheckpointState): Known => [
  ["status", node.status],
  ["saved_at", secondOrNull(node.savedAt)],
  ["snapshot_path", node.savedAt === null ? null : `${place(state)}/${snapshotFile(id)}`],
  ...autoContinue(state, id, node),
];

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
      const known = node.is === "work" ? work(state, node) : checkpoint(state, id, node);
      return [[id, object(pointTo(pointer, id), known)] as const];
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
