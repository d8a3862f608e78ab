// Writer of session-state.json and snapshots from the state, keys in the format's order.
import { withUnknown } from "../../../core/unknown-keys.ts";
import { ownOf } from "../../../core/own.ts";
import { printed } from "../../../core/print.ts";
import type { Path } from "../../../core/row.ts";
import { second, secondOrNull } from "../../../core/seconds.ts";
import { checkpointNode, frontier, nodeIds, workIds } from "../nodes.ts";
import { snapshotFile } from "../place.ts";
import type { NodeId, Snapshot, State } from "../state.ts";
import { contextOf, nodeStates } from "./node-states.ts";

export const stateFile: Path = "session-state.json";

/** Only a completed run becomes `archived`; a failed or aborted one keeps its status when archived. */
const statusOf = (state: State): string =>
  state.archived && state.status === "completed" ? "archived" : state.status;

const currentNode = (state: State): NodeId | null => {
  const members = frontier(state)?.batch.nodes ?? [];
  if (state.status === "completed") return null;
  const first = (status: string): NodeId | undefined =>
    members.find((id) => state.nodes[id]?.status === status);
  return first("running") ?? first("failed") ?? first("pending") ?? null;
};

export const sessionFile = (state: State): string => {
  const object = withUnknown(state.extras, stateFile);
  const { template } = state;
  return printed(
    object("", [
      ["session_id", state.session],
      ["template_id", template.id],
      ["template_path", template.path],
      ["template_name", template.name],
      ["status", statusOf(state)],
      ["context", contextOf(state, state.context, object, "/context")],
      [
        "execution_plan",
        state.plan.map(({ nodes, parallel }, index) =>
          object(`/execution_plan/${index}`, [
            ["batch", index + 1],
            ["nodes", nodes],
            ["parallel", parallel],
          ]),
        ),
      ],
      ["current_batch", (frontier(state)?.index ?? state.plan.length - 1) + 1],
      ["current_node", currentNode(state)],
      ["last_checkpoint", state.lastCheckpoint],
      ["node_states", nodeStates(state, state.nodes, object, "/node_states")],
      ["created_at", second(state.createdAt)],
      ["updated_at", second(state.updatedAt)],
      ["completed_at", secondOrNull(state.completedAt)],
    ]),
  );
};

const lastCompleted = (state: State, { nodes }: Snapshot): NodeId | null =>
  workIds(state).findLast((id) => nodes[id]?.status === "completed") ?? null;

const nextNode = (state: State, id: NodeId): NodeId | null => {
  const at = state.plan.findIndex(({ nodes }) => nodes.includes(id));
  return at < 0 ? null : (state.plan[at + 1]?.nodes[0] ?? null);
};

const checkpointFile = (state: State, id: NodeId, snapshot: Snapshot): string => {
  const object = withUnknown(state.extras, snapshotFile(id));
  return printed(
    object("", [
      ["session_id", state.session],
      ["checkpoint_id", id],
      ["checkpoint_name", (checkpointNode(state, id)?.name ?? id).replace(/^Checkpoint:\s*/u, "")],
      ["saved_at", second(snapshot.at)],
      ["context_snapshot", contextOf(state, snapshot.context, object, "/context_snapshot")],
      ["node_states_snapshot", nodeStates(state, snapshot.nodes, object, "/node_states_snapshot")],
      ["last_completed_node", lastCompleted(state, snapshot)],
      ["next_node", nextNode(state, id)],
    ]),
  );
};

export const checkpointFiles = (state: State): Readonly<Record<Path, string>> =>
  Object.fromEntries(
    nodeIds(state).flatMap((id) => {
      const snapshot = ownOf(state.snapshots, id);
      return snapshot === undefined
        ? []
        : [[snapshotFile(id), snapshot.text ?? checkpointFile(state, id, snapshot)] as const];
    }),
  );
