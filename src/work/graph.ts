// Graph of units that wait for each other: cycles, waves, and what depends on what.

export type Node = { readonly id: string; readonly after: readonly string[] };

/** One cycle of the graph, with the first id repeated at the end; null if there is none. Ignores unknown ids. */
export const ring = (nodes: readonly Node[]): readonly string[] | null => {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const done = new Set<string>();
  for (const start of nodes) {
    const path: { readonly id: string; next: number }[] = [{ id: start.id, next: 0 }];
    const on = new Set([start.id]);
    while (!done.has(start.id)) {
      const top = path.at(-1);
      if (top === undefined) break;
      const blocker = byId.get(top.id)?.after[top.next];
      top.next += 1;
      if (blocker === undefined) {
        done.add(top.id);
        on.delete(top.id);
        path.pop();
      } else if (on.has(blocker)) {
        const from = path.findIndex((step) => step.id === blocker);
        return [...path.slice(from).map((step) => step.id), blocker];
      } else if (byId.has(blocker) && !done.has(blocker)) {
        path.push({ id: blocker, next: 0 });
        on.add(blocker);
      }
    }
  }
  return null;
};

const dependentsOf = <N extends Node>(nodes: readonly N[]): ReadonlyMap<string, readonly N[]> => {
  const known = new Map<string, N[]>(nodes.map(({ id }) => [id, []]));
  for (const node of nodes) for (const id of new Set(node.after)) known.get(id)?.push(node);
  return known;
};

/** Topological order (Kahn); omits nodes in cycles. */
const sorted = (nodes: readonly Node[]): readonly Node[] => {
  const dependents = dependentsOf(nodes);
  const left = new Map<string, number>();
  for (const { id, after } of nodes)
    left.set(id, new Set(after.filter((one) => dependents.has(one))).size);
  const order = nodes.filter(({ id }) => left.get(id) === 0);
  for (let at = 0; at < order.length; at += 1) {
    for (const node of dependents.get(order[at]?.id ?? "") ?? []) {
      const count = (left.get(node.id) ?? 0) - 1;
      left.set(node.id, count);
      if (count === 0) order.push(node);
    }
  }
  return order;
};

/** Wave 1 waits for nothing; in wave n, the last blocker is in n-1. Ids keep the given order; those in cycles are left out. */
export const waves = (nodes: readonly Node[]): readonly (readonly string[])[] => {
  const wave = new Map<string, number>();
  for (const { id, after } of sorted(nodes))
    wave.set(id, 1 + Math.max(0, ...after.map((one) => wave.get(one) ?? 0)));
  const groups: string[][] = [];
  for (const { id } of nodes) {
    const at = wave.get(id);
    if (at !== undefined) (groups[at - 1] ??= []).push(id);
  }
  return groups;
};

/** All direct and indirect blockers of each id. */
export const ancestors = (nodes: readonly Node[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const all = new Map<string, ReadonlySet<string>>();
  for (const { id, after } of sorted(nodes))
    all.set(id, new Set(after.flatMap((one) => [one, ...(all.get(one) ?? [])])));
  return all;
};

const ones = (bits: bigint): number => {
  let count = 0;
  for (const digit of bits.toString(16)) {
    const value = Number.parseInt(digit, 16);
    count += (value & 1) + ((value >> 1) & 1) + ((value >> 2) & 1) + (value >> 3);
  }
  return count;
};
/** Sets of ids as bits: a graph has one pass, and one more for each turn of an adopted cycle. */
const counted = (nodes: readonly Node[]): ReadonlyMap<string, number> => {
  const dependents = dependentsOf(nodes);
  const bit = new Map(nodes.map(({ id }, at) => [id, 1n << BigInt(at)]));
  const below = new Map<string, bigint>();
  const first = sorted(nodes).map(({ id }) => id);
  const order = [...new Set([...first, ...bit.keys()])].toReversed();
  for (let moved = true; moved;) {
    moved = false;
    for (const id of order) {
      let bits = 0n;
      for (const next of dependents.get(id) ?? [])
        bits |= (bit.get(next.id) ?? 0n) | (below.get(next.id) ?? 0n);
      moved ||= bits !== (below.get(id) ?? 0n);
      below.set(id, bits);
    }
  }
  return new Map([...below].map(([id, bits]) => [id, ones(bits)]));
};

const known = new WeakMap<readonly Node[], ReadonlyMap<string, number>>();
/** Number of units that depend on each, directly or indirectly. Cached by the list, because jobs and views ask for it several times. */
export const dependants = (nodes: readonly Node[]): ReadonlyMap<string, number> => {
  const counts = known.get(nodes) ?? counted(nodes);
  known.set(nodes, counts);
  return counts;
};

/** Most dependants first, then in the given order. */
export const byDependants = <N extends Node>(
  all: readonly Node[],
  some: readonly N[],
): readonly N[] => {
  const counts = dependants(all);
  return some.toSorted((a, b) => (counts.get(b.id) ?? 0) - (counts.get(a.id) ?? 0));
};
