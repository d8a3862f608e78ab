// Waves, cycles and ancestors of a task graph, for plan rules and views.

export type Node = { readonly id: string; readonly blockedBy: readonly string[] };

/** One cycle of the graph, with the first id repeated at the end; null if there is none. Ignores missing blockers. */
export const ring = (nodes: readonly Node[]): readonly string[] | null => {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const done = new Set<string>();
  for (const start of nodes) {
    const path: { readonly id: string; next: number }[] = [{ id: start.id, next: 0 }];
    const on = new Set([start.id]);
    while (!done.has(start.id)) {
      const top = path.at(-1);
      if (top === undefined) break;
      const blocker = byId.get(top.id)?.blockedBy[top.next];
      top.next += 1;
      if (blocker === undefined) {
        done.add(top.id);
        on.delete(top.id);
        path.pop();
      } else if (on.has(blocker)) {
        return [
          ...path.slice(path.findIndex((step) => step.id === blocker)).map((step) => step.id),
          blocker,
        ];
      } else if (byId.has(blocker) && !done.has(blocker)) {
        path.push({ id: blocker, next: 0 });
        on.add(blocker);
      }
    }
  }
  return null;
};

/** Topological order (Kahn); omits nodes in cycles. */
const sorted = (nodes: readonly Node[]): readonly Node[] => {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const after = new Map<string, Node[]>();
  const left = new Map<string, number>();
  for (const node of nodes) {
    const blockers = new Set(node.blockedBy.filter((id) => byId.has(id)));
    left.set(node.id, blockers.size);
    for (const id of blockers) after.set(id, [...(after.get(id) ?? []), node]);
  }
  const order = nodes.filter((node) => left.get(node.id) === 0);
  for (let at = 0; at < order.length; at += 1) {
    for (const node of after.get(order[at]?.id ?? "") ?? []) {
      const count = (left.get(node.id) ?? 0) - 1;
      left.set(node.id, count);
      if (count === 0) order.push(node);
    }
  }
  return order;
};

/** Wave 1 has no blockers; in wave n, the last blocker is in n-1. Ids keep the given order. */
export const waves = (nodes: readonly Node[]): readonly (readonly string[])[] => {
  const wave = new Map<string, number>();
  for (const node of sorted(nodes))
    wave.set(node.id, 1 + Math.max(0, ...node.blockedBy.map((id) => wave.get(id) ?? 0)));
  const count = Math.max(0, ...wave.values());
  return Array.from({ length: count }, (_, at) =>
    nodes.filter((node) => wave.get(node.id) === at + 1).map((node) => node.id),
  );
};

/** All direct and indirect blockers of each id. */
export const ancestors = (nodes: readonly Node[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const all = new Map<string, ReadonlySet<string>>();
  for (const node of sorted(nodes)) {
    all.set(node.id, new Set(node.blockedBy.flatMap((id) => [id, ...(all.get(id) ?? [])])));
  }
  return all;
};
