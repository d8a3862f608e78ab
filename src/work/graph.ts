// Graph of units that wait for each other: its cycles and waves.

type Node = { readonly id: string; readonly after: readonly string[] };

/**
 * The wave of each unit, in topological order (Kahn): 1 waits for nothing, in wave n the last blocker is in n-1.
 * Units in a cycle, or behind one, have none.
 */
const wavesById = (nodes: readonly Node[]): ReadonlyMap<string, number> => {
  const dependents = new Map(nodes.map(({ id }) => [id, new Set<string>()]));
  for (const { id, after } of nodes) for (const one of after) dependents.get(one)?.add(id);
  const blockers = new Map(
    nodes.map(({ id, after }) => [id, new Set(after.filter((one) => dependents.has(one)))]),
  );
  const wave = new Map<string, number>();
  for (const [id, open] of blockers) if (open.size === 0) wave.set(id, 1);
  // The map grows as it is read.
  for (const [id, n] of wave)
    for (const next of dependents.get(id) ?? []) {
      const open = blockers.get(next);
      open?.delete(id);
      if (open?.size === 0) wave.set(next, n + 1);
    }
  return wave;
};

/** Ids by wave, in the given order. */
export const waves = (nodes: readonly Node[]): readonly (readonly string[])[] => {
  const wave = wavesById(nodes);
  const groups = Map.groupBy(
    nodes.map(({ id }) => id).filter((id) => wave.has(id)),
    (id) => wave.get(id) ?? 0,
  );
  return [...groups].sort(([a], [b]) => a - b).map(([, ids]) => ids);
};

/** One cycle of the graph, with the first id repeated at the end; null if there is none. */
export const ring = (nodes: readonly Node[]): readonly string[] | null => {
  const wave = wavesById(nodes);
  const left = new Map(nodes.map(({ id, after }) => [id, after]));
  for (const id of wave.keys()) left.delete(id);
  // Each that is left waits for another that is left: that leads into a cycle.
  const path = new Set<string>();
  let [at] = left.keys();
  while (at !== undefined && !path.has(at)) {
    path.add(at);
    at = left.get(at)?.find((one) => left.has(one));
  }
  return at === undefined ? null : [...[...path].slice([...path].indexOf(at)), at];
};
