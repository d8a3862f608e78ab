// Planner of the play order: batches derived from the template alone.
import { graphOf } from "./graph.ts";
import type { Template } from "./template.ts";

export type Batch = {
  readonly batch: number;
  readonly nodes: readonly string[];
  readonly parallel: boolean;
};

/** Batches in execution order, from 1. Nodes in or after a cycle are left out, because they have no order. */
export const plan = (template: Pick<Template, "nodes" | "edges">): readonly Batch[] => {
  const graph = graphOf(template);
  return graph.unitOrder.map((unit, index) => {
    const nodes = (graph.units[unit] ?? []).map((node) => graph.ids[node] ?? "");
    return { batch: index + 1, nodes, parallel: nodes.length > 1 };
  });
};

/**
 * Candidates for `prev_…` of a node: the nearest work nodes backwards along the edges, through checkpoints, in plan order.
 * The last one is used; an empty list means that no work precedes the node.
 */
export const previousOf = (
  template: Pick<Template, "nodes" | "edges">,
  id: string,
): readonly string[] => {
  const graph = graphOf(template);
  const at = graph.at.get(id);
  return at === undefined ? [] : graph.before(at).map((node) => graph.ids[node] ?? "");
};
