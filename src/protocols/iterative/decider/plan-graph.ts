// Dependency graph of a plan: cycles and missing units.
import { refuse, type Refusal } from "../../../core/refusal.ts";
import type { Described, UnitId } from "../state.ts";

type Node = Pick<Described, "id" | "depends">;

/** A cycle as a path with the same unit at both ends; null if there is none. Visits each unit once. */
export const ringIn = (units: readonly Node[]): readonly UnitId[] | null => {
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  const over = new Set<UnitId>();
  const walk = (id: UnitId, way: readonly UnitId[]): readonly UnitId[] | null => {
    const at = way.indexOf(id);
    if (at !== -1) return [...way.slice(at), id];
    if (over.has(id)) return null;
    for (const next of byId.get(id)?.depends ?? []) {
      const ring = walk(next, [...way, id]);
      if (ring !== null) return ring;
    }
    over.add(id);
    return null;
  };
  for (const { id } of units) {
    const ring = walk(id, []);
    if (ring !== null) return ring;
  }
  return null;
};

/** Everything that a unit depends on, directly or indirectly. */
export const restsOn = (units: readonly Node[], id: UnitId): ReadonlySet<UnitId> => {
  const found = new Set<UnitId>();
  const open = [id];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const depends = units.find((unit) => unit.id === next)?.depends ?? [];
    for (const one of depends) {
      if (found.has(one)) continue;
      found.add(one);
      open.push(one);
    }
  }
  return found;
};

export const graphFindings = (
  units: readonly Node[],
  pointerOf: (id: UnitId, field: string) => string,
): readonly Refusal[] => {
  const ids = new Set(units.map(({ id }) => id));
  const unknown = units.flatMap(({ id, depends }) =>
    depends
      .filter((one) => !ids.has(one))
      .map((one) =>
        refuse(
          "DEPENDENCY_UNKNOWN",
          `${id} depends on ${one.slice(0, 80)}, which isn't in the plan`,
          { pointer: pointerOf(id, "depends"), fits: `one of ${[...ids].slice(0, 20).join(", ")}` },
        ),
      ),
  );
  const ring = ringIn(units);
  if (ring === null) return unknown;
  const cyclic = refuse("GRAPH_CYCLIC", `units wait for each other: ${ring.join(" → ")}`, {
    pointer: pointerOf(ring[0] ?? "", "depends"),
    fits: "take one of these dependencies out",
  });
  return [...unknown, cyclic];
};
