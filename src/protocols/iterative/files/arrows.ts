// Dependency arrows of a plan as text: deterministic chains that name each edge once.
import type { Described, UnitId } from "../state.ts";

type Linked = Pick<Described, "id" | "depends">;

/**
 * Lines of the section Dependencies: each edge once, from the first unit with unwritten outgoing edges and no
 * incoming ones, along unwritten edges to the earliest dependant; then units without edges. Omits edges to missing units.
 */
export const arrows = (units: readonly Linked[]): readonly string[] => {
  const ids = new Set(units.map(({ id }) => id));
  const out = new Map<UnitId, UnitId[]>(units.map(({ id }) => [id, []]));
  const into = new Map<UnitId, number>(units.map(({ id }) => [id, 0]));
  for (const { id, depends } of units)
    for (const before of new Set(depends)) {
      if (!ids.has(before)) continue;
      out.get(before)?.push(id);
      into.set(id, (into.get(id) ?? 0) + 1);
    }
  const independent = units.filter(({ id }) => out.get(id)?.length === 0 && into.get(id) === 0);
  const lines: string[] = [];
  for (;;) {
    const open = units.filter(({ id }) => (out.get(id)?.length ?? 0) > 0);
    // In a cycle, which only a quarantined plan has, every unit has an incoming edge.
    const start = open.find(({ id }) => into.get(id) === 0) ?? open[0];
    if (start === undefined) break;
    const chain = [start.id];
    for (let next = out.get(start.id)?.shift(); next !== undefined; next = out.get(next)?.shift()) {
      chain.push(next);
      into.set(next, (into.get(next) ?? 1) - 1);
    }
    lines.push(`${chain.join(" → ")} (sequential)`);
  }
  return [...lines, ...independent.map(({ id }) => `${id} (independent)`)];
};
