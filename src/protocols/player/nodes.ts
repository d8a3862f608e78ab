// Queries on the plan: its nodes, its frontier, its open questions.
import { ownOf } from "../../core/own.ts";
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

/** A pinned template never changes, so its nodes are put in order by their ids once. */
const indexes = new WeakMap<Template, ReadonlyMap<NodeId, TemplateNode>>();
const templateNode = ({ template: { body } }: State, id: NodeId): TemplateNode | undefined => {
  if (body === null) return undefined;
  const known = indexes.get(body) ?? new Map(body.nodes.map((node) => [node.id, node]));
  indexes.set(body, known);
  return known.get(id);
};

/** As the template has it; null: no such node, or no template. */
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

/** A plan is another value once it changes, so what follows from it alone is worked out once. */
const orders = new WeakMap<State["plan"], readonly NodeId[]>();

/** Plan order. */
export const nodeIds = ({ plan }: Pick<State, "plan">): readonly NodeId[] => {
  const known = orders.get(plan) ?? plan.flatMap(({ nodes }) => nodes);
  orders.set(plan, known);
  return known;
};
export const workIds = (state: State): readonly NodeId[] =>
  nodeIds(state).filter((id) => state.nodes[id]?.is === "work");

export type Frontier = { readonly index: number; readonly batch: Batch };
/** The index of the first batch from `from` on that isn't wholly completed or skipped. */
export const undoneFrom = (
  { plan, nodes }: Pick<State, "plan" | "nodes">,
  from: number,
): number => {
  let index = from;
  while (index < plan.length && plan[index]?.nodes.every((id) => isDone(nodes[id])) === true)
    index += 1;
  return index;
};
/** The first batch that isn't wholly completed or skipped; null: none is left. */
export const frontier = ({
  plan,
  batch: index,
}: Pick<State, "plan" | "batch">): Frontier | null => {
  const batch = plan[index];
  return batch === undefined ? null : { index, batch };
};

/** Where anything may be under way or asked: the current batch alone, but in a run that was found, where all is possible. */
export const activeIds = (state: State): readonly NodeId[] =>
  state.adopted === null ? (frontier(state)?.batch.nodes ?? []) : nodeIds(state);

/** Failed with its on_fail used up, or in doubt. */
export const isAsked = (node: WorkState): boolean =>
  node.status === "failed" || (node.status === "running" && node.doubt !== null);
/** The engine's own process or child does it now. */
export const isHeld = (node: WorkState): boolean =>
  node.status === "running" && node.hosted && node.doubt === null;

/** Nodes whose question is open; none once the run is over. */
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

/** Why a pending node may not begin; null: it may. */
export const unready = (state: State, id: NodeId): string | null => {
  const now = frontier(state);
  if (now === null) return "every node is done";
  if (now.batch.nodes.includes(id)) return null;
  return `waits for ${now.batch.nodes.filter((other) => !isDone(state.nodes[other])).join(", ")}`;
};

/** `cairn:ultrawork` → `ultrawork`; null: it is no nested run. */
export const childProtocol = (node: WorkNode): string | null =>
  node.type === "command" && node.executor.startsWith("cairn:")
    ? node.executor.slice("cairn:".length)
    : null;

export const roleOf = (node: WorkNode): string => {
  const child = childProtocol(node);
  if (child !== null) return `run:${child}`;
  return node.type === "cli" ? `cli:${node.cliTool ?? ""}` : `${node.type}:${node.executor}`;
};

/** Its definition gives a check: the program of a cli node, a run of its own, or what the configuration called a plain program as it began. */
export const endsByProgram = (state: State, id: NodeId): boolean => {
  const [template, node] = [workNode(state, id), workState(state, id)];
  return (
    node?.check === true ||
    (template !== null && (template.type === "cli" || childProtocol(template) !== null))
  );
};

/** Its end is read by the engine alone: a plain program's exit code, or how the run that it is ended. No report, callback or file stands for it. */
export const isCheck = (node: WorkNode, { programs = [] }: Pick<Facts, "programs">): boolean =>
  childProtocol(node) !== null || programs.includes(roleOf(node));

/** What going back to a checkpoint undoes. */
export const undoneBy = (state: State, checkpoint: NodeId): readonly NodeId[] => {
  const then = state.snapshots[checkpoint]?.nodes ?? {};
  return nodeIds(state).filter(
    (id) => isDone(state.nodes[id]) && (!isDone(then[id]) || id === checkpoint),
  );
};
