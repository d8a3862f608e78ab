// The keys of session-state.json and of snapshots, made anew from the state each time.
import { earlier, flag, list, maybe, text, texts } from "../../../core/json/schema.ts";
import { withUnknown } from "../../../kit/document/unknown-keys.ts";
import { ownOf } from "../../../core/json/own.ts";
import { printed } from "../../../kit/json/print.ts";
import type { Path } from "../../../core/row.ts";
import { second, secondOrNull } from "../../../core/words/seconds.ts";
import { objectOf } from "../../../kit/document/keys.ts";
import { schemaOf } from "../../../kit/document/keys-schema.ts";
import { checkpointNode, frontier, nodeIds, workIds } from "../nodes.ts";
import { snapshotFile } from "../place.ts";
import type { Batch, NodeId, Snapshot, State } from "../state.ts";
import { contextKind, contextOf, nodesKind, nodeStates } from "./node-states.ts";
import { runStatus, type RunWord } from "./words.ts";

export const stateFile: Path = "session-state.json";

/** Only a completed run becomes `archived`; a failed or aborted one keeps its status when archived. */
const statusOf = (state: State): RunWord =>
  state.archived && state.status === "completed" ? "archived" : state.status;

const currentNode = (state: State): NodeId | null => {
  const members = frontier(state)?.batch.nodes ?? [];
  if (state.status === "completed") return null;
  const first = (status: string): NodeId | undefined =>
    members.find((id) => state.nodes[id]?.status === status);
  return first("running") ?? first("failed") ?? first("pending") ?? null;
};

export const batch = objectOf<Batch & { readonly index: number }>()(
  "a batch must be an object {batch, nodes, parallel}; it is left out",
  {
    batch: ["should", "whole", ({ index }) => index + 1],
    nodes: ["must", "texts", ({ nodes }) => nodes],
    parallel: ["should", { node: flag }, ({ parallel }) => parallel],
  },
);
const plan = { node: list(earlier(schemaOf(batch), text)) };

export const session = objectOf<State>()("session-state.json must hold an object", {
  session_id: ["must", "text", (state) => state.session],
  template_id: ["must", "text", ({ template }) => template.id],
  template_path: ["must", "text", ({ template }) => template.path],
  template_name: ["must", "text", ({ template }) => template.name],
  status: ["must", { word: runStatus }, statusOf],
  context: [
    "must",
    contextKind,
    (state, object) => contextOf(state, state.context, object, "/context"),
  ],
  execution_plan: [
    "must",
    plan,
    (state, object) =>
      state.plan.map((one, index) =>
        batch.written({ ...one, index }, object, `/execution_plan/${index}`),
      ),
    "topological_order",
  ],
  current_batch: [
    "should",
    { node: { type: "integer" } },
    (state) => (frontier(state)?.index ?? state.plan.length - 1) + 1,
  ],
  current_node: ["should", { node: earlier(maybe(text), texts) }, currentNode],
  last_checkpoint: ["should", "text or null", ({ lastCheckpoint }) => lastCheckpoint],
  node_states: [
    "must",
    nodesKind,
    (state, object) => nodeStates(state, state.nodes, object, "/node_states"),
  ],
  created_at: ["must", "time", ({ createdAt }) => second(createdAt)],
  updated_at: ["should", "time", ({ updatedAt }) => second(updatedAt)],
  completed_at: ["should", "time or null", ({ completedAt }) => secondOrNull(completedAt)],
});

export const sessionFile = (state: State): string =>
  printed(session.written(state, withUnknown(state.extras, stateFile), ""));

const lastCompleted = (state: State, { nodes }: Snapshot): NodeId | null =>
  workIds(state).findLast((id) => nodes[id]?.status === "completed") ?? null;

const nextNode = (state: State, id: NodeId): NodeId | null => {
  const at = state.plan.findIndex(({ nodes }) => nodes.includes(id));
  return at < 0 ? null : (state.plan[at + 1]?.nodes[0] ?? null);
};

type Saved = { readonly state: State; readonly id: NodeId; readonly snapshot: Snapshot };
export const checkpoint = objectOf<Saved>()("a snapshot must be an object", {
  session_id: ["must", "text", ({ state }) => state.session],
  checkpoint_id: ["must", "text", ({ id }) => id],
  checkpoint_name: [
    "should",
    "text",
    ({ state, id }) => (checkpointNode(state, id)?.name ?? id).replace(/^Checkpoint:\s*/u, ""),
  ],
  saved_at: ["must", "time", ({ snapshot }) => second(snapshot.at)],
  context_snapshot: [
    "should",
    contextKind,
    ({ state, snapshot }, object) =>
      contextOf(state, snapshot.context, object, "/context_snapshot"),
  ],
  node_states_snapshot: [
    "must",
    nodesKind,
    ({ state, snapshot }, object) =>
      nodeStates(state, snapshot.nodes, object, "/node_states_snapshot"),
  ],
  last_completed_node: [
    "should",
    { node: maybe(text) },
    ({ state, snapshot }) => lastCompleted(state, snapshot),
  ],
  next_node: ["should", { node: maybe(text) }, ({ state, id }) => nextNode(state, id)],
});

const checkpointFile = (state: State, id: NodeId, snapshot: Snapshot): string =>
  printed(
    checkpoint.written({ state, id, snapshot }, withUnknown(state.extras, snapshotFile(id)), ""),
  );

export const checkpointFiles = (state: State): Readonly<Record<Path, string>> =>
  Object.fromEntries(
    nodeIds(state).flatMap((id) => {
      const snapshot = ownOf(state.snapshots, id);
      return snapshot === undefined
        ? []
        : [[snapshotFile(id), snapshot.text ?? checkpointFile(state, id, snapshot)] as const];
    }),
  );
