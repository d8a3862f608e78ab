// Planner of the play order: batches derived from the template alone.
import { graphOf } from "./graph.ts";
import type { Template } from "./template.ts";

export type Batch = {
  readonly batch: number;
  readonly nodes: readonly string[];
  readonly parallel: boolean;
};

/** Batches in their order, from 1. A template with a ring has no order: what hangs on the ring is left out. */
export const plan = (template: Pick<Template, "nodes" | "edges">): readonly Batch[] => {
  const graph = graphOf(template);
  return graph.unitOrder.map((unit, index) => {
    const nodes = (graph.units[unit] ?? []).map((node) => graph.ids[node] ?? "");
    return { batch: index + 1, nodes, parallel: nodes.length > 1 };
  });
};

/**
 * What `prev_…` of a node stands for: the nearest work nodes back along the edges, through checkpoints, in the order of the plan.
 * The last of them is meant; none: there is nothing before it.
 */
export const previousOf = (
  template: Pick<Template, "nodes" | "edges">,
  id: string,
): readonly string[] => {
  const graph = graphOf(template);
  const at = graph.at.get(id);
  return at === undefined ? [] : graph.before(at).map((node) => graph.ids[node] ?? "");
};
