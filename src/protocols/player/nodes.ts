// Why: the plan, the frontier and the open questions are asked by rules, jobs, files and views; one answer keeps them agreed.
import { ownOf } from "../../core/own.ts";
import type { Batch, CheckpointState, NodeId, NodeState, State, WorkState } from "./state.ts";
import { isWork } from "./template/template.ts";
import type { CheckpointNode, Template, TemplateNode, WorkNode } from "./template/template.ts";

export const isOver = ({ status }: Pick<State, "status">): boolean => status === "completed" || status === "failed" || status === "aborted";

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

export const isDone = (node: NodeState | undefined): boolean => node?.status === "completed" || node?.status === "skipped";

/** Plan order. */
export const nodeIds = (state: Pick<State, "plan">): readonly NodeId[] => state.plan.flatMap(({ nodes }) => nodes);
export const workIds = (state: State): readonly NodeId[] => nodeIds(state).filter((id) => state.nodes[id]?.is === "work");

export type Frontier = { readonly index: number; readonly batch: Batch };
/** The first batch that isn't wholly completed or skipped; null: none is left. */
export const frontier = (state: Pick<State, "plan" | "nodes">): Frontier | null => {
  const index = state.plan.findIndex(({ nodes }) => !nodes.every((id) => isDone(state.nodes[id])));
  const batch = state.plan[index];
  return batch === undefined ? null : { index, batch };
};

/** Failed with its on_fail used up, or in doubt. */
export const isAsked = (node: WorkState): boolean => node.status === "failed" || (node.status === "running" && node.doubt !== null);
/** The engine's own process or child does it now. */
export const isHeld = (node: WorkState): boolean => node.status === "running" && node.hosted && node.doubt === null;

/** Nodes whose question is open; none once the run is over. */
export const askedNodes = (state: State): readonly NodeId[] =>
  isOver(state)
    ? []
    : workIds(state).filter((id) => {
        const node = workState(state, id);
        return node !== null && isAsked(node);
      });
export const openCheckpoint = (state: State): NodeId | null =>
  isOver(state)
    ? null
    : (nodeIds(state).find((id) => state.nodes[id]?.is === "checkpoint" && state.nodes[id]?.status === "running") ?? null);

/** Why a pending node may not begin; null: it may. */
export const unready = (state: State, id: NodeId): string | null => {
  const now = frontier(state);
  if (now === null) return "every node is done";
  if (now.batch.nodes.includes(id)) return null;
  return `waits for ${now.batch.nodes.filter((other) => !isDone(state.nodes[other])).join(", ")}`;
};

/** `cairn:ultrawork` → `ultrawork`; null: it is no nested run. */
export const childProtocol = (node: WorkNode): string | null =>
  node.type === "command" && node.executor.startsWith("cairn:") ? node.executor.slice("cairn:".length) : null;
