// Execution plan of an adopted session: accepted only as a legal order of its template.
import { batchesOf } from "../evolve/pin.ts";
import type { Batch, NodeId } from "../state.ts";
import type { Template } from "../template/template.ts";
import type { SeenBatch, SeenSession } from "./session.ts";

/** Returns why the plan is invalid; null if it is valid. */
export const illegal = (plan: readonly SeenBatch[], { nodes, edges }: Template): string | null => {
  const batchOf = new Map<NodeId, number>();
  for (const [index, batch] of plan.entries()) {
    if (batch.nodes.length === 0) return `batch ${index + 1} is empty`;
    if (batch.parallel !== batch.nodes.length > 1)
      return `batch ${index + 1} has ${batch.nodes.length} nodes, and parallel says otherwise`;
    for (const id of batch.nodes) {
      if (batchOf.has(id)) return `${id.slice(0, 80)} stands in it twice`;
      batchOf.set(id, index);
    }
  }
  const known = new Map(nodes.map((node) => [node.id, node]));
  for (const id of batchOf.keys())
    if (!known.has(id)) return `the template has no ${id.slice(0, 80)}`;
  for (const { id, type } of nodes) {
    const at = batchOf.get(id);
    if (at === undefined) return `${id} is missing`;
    if (type === "checkpoint" && (plan[at]?.nodes.length ?? 0) > 1)
      return `the checkpoint ${id} isn't alone in its batch`;
  }
  const crossed = edges.find(({ from, to }) => (batchOf.get(from) ?? 0) >= (batchOf.get(to) ?? 0));
  return crossed === undefined ? null : `${crossed.to} comes before ${crossed.from} has ended`;
};

const idForm = /^[A-Za-z][A-Za-z0-9_-]{0,31}$/u;
export const isId = (id: string): boolean => idForm.test(id);

export const illegalWords = (why: string | null): string =>
  `the plan is made anew of the template, since ${why ?? ""}`;

export type Planned = {
  readonly plan: readonly Batch[];
  /** The plan is the file's own. */ readonly stands: boolean;
  readonly note: string | null;
};

const batch = (nodes: readonly NodeId[]): Batch => ({ nodes, parallel: nodes.length > 1 });

/** Without a template: every node that the file names, once, for display only. */
const asFound = (session: SeenSession | null, named: readonly NodeId[]): readonly Batch[] => {
  const used = new Set<string>();
  const fresh = (id: string): boolean => {
    // Would overwrite each other on case-insensitive file systems.
    const key = id.toLowerCase();
    if (!isId(id) || used.has(key)) return false;
    used.add(key);
    return true;
  };
  const planned = (session?.plan ?? [])
    .map(({ nodes }) => nodes.filter(fresh))
    .filter((nodes) => nodes.length > 0);
  return [...planned, ...named.filter(fresh).map((id) => [id])].map(batch);
};

/** @param named nodes that have a state */
export const planned = (
  session: SeenSession | null,
  body: Template | null,
  named: readonly NodeId[],
): Planned => {
  if (body === null) return { plan: asFound(session, named), stands: false, note: null };
  const given = session?.plan ?? null;
  const why = given === null ? null : illegal(given, body);
  if (given !== null && why === null)
    return { plan: given.map(({ nodes }) => batch(nodes)), stands: true, note: null };
  const made = batchesOf(body);
  if (given === null)
    return {
      plan: made,
      stands: false,
      note: "the plan is made of the template: the file has none",
    };
  return {
    plan: made,
    stands: false,
    note: `PLAN_ILLEGAL: ${illegalWords(why)}`,
  };
};
