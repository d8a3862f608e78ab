// Queries on the plan: its nodes, its frontier, its open questions.
import { ownOf } from "../../core/json/own.ts";
import type { Facts } from "../../core/protocol.ts";
import type { Batch, CheckpointState, NodeId, NodeState, State, WorkState } from "./state.ts";
import {
  type CheckpointNode,
  isWork,
  type Template,
  type TemplateNode,
  type WorkNode,
} from "./template/template.ts";

export const isOver = ({ status }: Pick<State, "status">): boolean =>
  status === "completed" || status === "failed" || status === "aborted";

export const workState = (state: State, id: NodeId): WorkState | null => {
  const found = ownOf(state.nodes, id);
  return found?.is === "work" ? found : null;
};
export const checkpointState = (state: State, id: NodeId): CheckpointState | null => {
  const found = ownOf(state.nodes, id);
  return found?.is === "checkpoint" ? found : null;
};

/** A pinned template never changes, so its nodes are indexed by id once. */
const indexes = new WeakMap<Template, ReadonlyMap<NodeId, TemplateNode>>();
const templateNode = ({ template: { body } }: State, id: NodeId): TemplateNode | undefined => {
  if (body === null) return undefined;
  const known = indexes.get(body) ?? new Map(body.nodes.map((node) => [node.id, node]));
  indexes.set(body, known);
  return known.get(id);
};

/** Returns the template's node; null if there is no such node or no template. */
export const workNode = (state: State, id: NodeId): WorkNode | null => {
  const found = templateNode(state, id);
  return found !== undefined && isWork(found) ? found : null;
};
export const checkpointNode = (state: State, id: NodeId): CheckpointNode | null => {
  const found = templateNode(state, id);
  return found !== undefined && !isWork(found) ? found : null;
};

export const isDone = (node: NodeState | undefined): boolean =>
  node?.status === "completed" || node?.status === "skipped";

/** A changed plan is a new object, so values derived from it are cached. */
const orders = new WeakMap<State["plan"], readonly NodeId[]>();

/** In plan order. */
export const nodeIds = ({ plan }: Pick<State, "plan">): readonly NodeId[] => {
  const known = orders.get(plan) ?? plan.flatMap(({ nodes }) => nodes);
  orders.set(plan, known);
  return known;
};
export const workIds = (state: State): readonly NodeId[] =>
  nodeIds(state).filter((id) => state.nodes[id]?.is === "work");

export type Frontier = { readonly index: number; readonly batch: Batch };
/** Index of the first batch at or after `from` that has an unfinished node. */
export const undoneFrom = (
  { plan, nodes }: Pick<State, "plan" | "nodes">,
  from: number,
): number => {
  let index = from;
  while (index < plan.length && plan[index]?.nodes.every((id) => isDone(nodes[id])) === true)
    index += 1;
  return index;
};
/** First batch with an unfinished node; null if there is none. */
export const frontier = ({
  plan,
  batch: index,
}: Pick<State, "plan" | "batch">): Frontier | null => {
  const batch = plan[index];
  return batch === undefined ? null : { index, batch };
};

/** Nodes that can be running or asked: those of the current batch, or any node of an adopted run. */
export const activeIds = (state: State): readonly NodeId[] =>
  state.adopted === null ? (frontier(state)?.batch.nodes ?? []) : nodeIds(state);

/** Failed with on_fail exhausted, or in doubt. */
export const isAsked = (node: WorkState): boolean =>
  node.status === "failed" || (node.status === "running" && node.doubt !== null);
/** The engine's own process or child run is executing it. */
export const isHeld = (node: WorkState): boolean =>
  node.status === "running" && node.hosted && node.doubt === null;

/** Nodes with an open question; none once the run is over. */
export const askedNodes = (state: State): readonly NodeId[] =>
  isOver(state)
    ? []
    : activeIds(state).filter((id) => {
        const node = workState(state, id);
        return node !== null && isAsked(node);
      });
export const openCheckpoint = (state: State): NodeId | null =>
  isOver(state)
    ? null
    : (activeIds(state).find(
        (id) => state.nodes[id]?.is === "checkpoint" && state.nodes[id]?.status === "running",
      ) ?? null);

/** Returns why a pending node can't start; null if it can. */
export const unready = (state: State, id: NodeId): string | null => {
  const now = frontier(state);
  if (now === null) return "every node is done";
  if (now.batch.nodes.includes(id)) return null;
  return `waits for ${now.batch.nodes.filter((other) => !isDone(state.nodes[other])).join(", ")}`;
};

/** Maps `cairn:ultrawork` to `ultrawork`; returns null if the node isn't a nested run. */
export const childProtocol = (node: WorkNode): string | null =>
  node.type === "command" && node.executor.startsWith("cairn:")
    ? node.executor.slice("cairn:".length)
    : null;

export const roleOf = (node: WorkNode): string => {
  const child = childProtocol(node);
  if (child !== null) return `run:${child}`;
  return node.type === "cli" ? `cli:${node.cliTool ?? ""}` : `${node.type}:${node.executor}`;
};

/** The node ends by a check: a CLI node's program, a nested run, or a role that was a plain program when the node started. */
export const endsByProgram = (state: State, id: NodeId): boolean => {
  const [template, node] = [workNode(state, id), workState(state, id)];
  return (
    node?.check === true ||
    (template !== null && (template.type === "cli" || childProtocol(template) !== null))
  );
};

/** Only the engine determines the end: a plain program's exit code, or the end of a nested run. Reports, callbacks and files can't replace it. */
export const isCheck = (node: WorkNode, { programs = [] }: Pick<Facts, "programs">): boolean =>
  childProtocol(node) !== null || programs.includes(roleOf(node));

/** Nodes that rolling back to a checkpoint undoes. */
export const undoneBy = (state: State, checkpoint: NodeId): readonly NodeId[] => {
  const then = state.snapshots[checkpoint]?.nodes ?? {};
  return nodeIds(state).filter(
    (id) => isDone(state.nodes[id]) && (!isDone(then[id]) || id === checkpoint),
  );
};

/** How a person can undo a finished node or checkpoint: roll back to the last checkpoint saved before it. */
export const leadingBack = (state: State, id: NodeId): string => {
  const back = nodeIds(state).findLast((one) => {
    const saved = ownOf(state.snapshots, one);
    return saved !== undefined && !isDone(ownOf(saved.nodes, id));
  });
  return back === undefined
    ? `a person: \`cairn run --later player --again ${state.session}\` plays the template anew`
    : `a person: \`cairn resume ${state.run} --to ${back} --reason WHY\` leads back`;
};
