// Changes of nodes in the fold: start, restart and other fields.
import { digest } from "../../../core/hash.ts";
import { ownOf } from "../../../core/json/own.ts";
import type { CheckpointState, NodeId, NodeState, State, WorkState } from "../state.ts";
import type { Template } from "../template/template.ts";

export const freshWork: WorkState = {
  is: "work",
  status: "pending",
  attempt: 0,
  hosted: false,
  autoRetried: false,
  lost: 0,
  doubt: null,
  session: null,
  outputPath: null,
  artifacts: [],
  error: null,
  task: null,
  output: null,
  args: null,
  warnings: [],
  result: null,
  last: null,
  how: null,
  startedAt: null,
  completedAt: null,
};
export const freshCheckpoint: CheckpointState = {
  is: "checkpoint",
  status: "pending",
  saved: 0,
  savedAt: null,
};

export const freshNodes = (
  body: Template,
  ids: readonly NodeId[],
): Readonly<Record<NodeId, NodeState>> => {
  const checkpoints = new Set(
    body.nodes.filter(({ type }) => type === "checkpoint").map(({ id }) => id),
  );
  return Object.fromEntries(
    ids.map((id) => [id, checkpoints.has(id) ? freshCheckpoint : freshWork]),
  );
};

/** An agent's output file stays until another attempt overwrites it. */
export const leftBy = ({ output, left, last }: WorkState): string | null =>
  output?.by === "agent" ? digest(output.text) : (left ?? last?.output ?? null);

/** Resets a node to pending: clears its fields and keeps what the next attempt's brief needs from the last one. */
export const pendingAgain = (node: WorkState): WorkState => ({
  ...freshWork,
  attempt: node.attempt,
  ...(node.since === undefined ? {} : { since: node.since }),
  autoRetried: node.autoRetried,
  lost: node.lost,
  result: node.result,
  last:
    node.status === "pending"
      ? node.last
      : { error: node.error ?? node.doubt, session: node.session, output: leftBy(node) },
});

/** Leaves a missing node, or one of the other kind, unchanged. */
export const changeWork = (
  state: State,
  id: NodeId,
  change: (node: WorkState) => WorkState,
): State => {
  const node = ownOf(state.nodes, id);
  return node?.is === "work" ? { ...state, nodes: { ...state.nodes, [id]: change(node) } } : state;
};
export const changeCheckpoint = (
  state: State,
  id: NodeId,
  change: (node: CheckpointState) => CheckpointState,
): State => {
  const node = ownOf(state.nodes, id);
  return node?.is === "checkpoint"
    ? { ...state, nodes: { ...state.nodes, [id]: change(node) } }
    : state;
};
