// Edges that are drawn: none that follows from others, and many to many through one point.
import type { Linked } from "./blocks.ts";

export type Edge = { readonly from: string; readonly to: string };
/** `joins`: points between several nodes and a set of nodes that all depend on them. */
export type Edges = { readonly joins: readonly string[]; readonly edges: readonly Edge[] };

/** Topological order; nodes in cycles come last, as listed. */
export const inOrder = <T extends Linked>(shape: readonly T[]): readonly T[] => {
  const known = new Map(shape.map((node) => [node.id, node]));
  const open = new Map(
    shape.map(({ id, after }) => [
      id,
      new Set(after.filter((one) => known.has(one) && one !== id)).size,
    ]),
  );
  const followers = new Map<string, string[]>();
  for (const { id, after } of shape)
    for (const one of new Set(after))
      if (one !== id) followers.set(one, [...(followers.get(one) ?? []), id]);
  const queue = shape.filter(({ id }) => open.get(id) === 0);
  for (const { id } of queue)
    for (const next of followers.get(id) ?? []) {
      const left = (open.get(next) ?? 0) - 1;
      open.set(next, left);
      const node = known.get(next);
      if (left === 0 && node !== undefined) queue.push(node);
    }
  const placed = new Set(queue);
  return [...queue, ...shape.filter((node) => !placed.has(node))];
};

/** Transitive reduction of each node's `after`. */
const reduced = (shape: readonly Linked[]): ReadonlyMap<string, readonly string[]> => {
  const index = new Map(shape.map(({ id }, at) => [id, at]));
  const words = Math.ceil(shape.length / 32);
  const before = new Map<string, Uint32Array>();
  const has = (bits: Uint32Array | undefined, at: number): boolean =>
    bits !== undefined && ((bits[at >> 5] ?? 0) & (1 << (at & 31))) !== 0;
  const result = new Map<string, readonly string[]>();
  for (const { id, after } of inOrder(shape)) {
    const direct = [...new Set(after)].filter((one) => one !== id && index.has(one));
    const bits = new Uint32Array(words);
    for (const one of direct)
      before.get(one)?.forEach((word, at) => (bits[at] = (bits[at] ?? 0) | word));
    result.set(
      id,
      direct.filter((one) => !has(bits, index.get(one) ?? 0)),
    );
    for (const one of direct) {
      const at = index.get(one) ?? 0;
      bits[at >> 5] = (bits[at >> 5] ?? 0) | (1 << (at & 31));
    }
    before.set(id, bits);
  }
  return result;
};

export const edgesOf = (shape: readonly Linked[]): Edges => {
  const befores = reduced(shape);
  const alike = Map.groupBy(shape, ({ id }) => (befores.get(id) ?? []).toSorted().join("\n"));
  const joins: string[] = [];
  const edges: Edge[] = [];
  for (const members of alike.values()) {
    const sources = befores.get(members[0]?.id ?? "") ?? [];
    if (sources.length > 1 && members.length > 1) {
      const join = `join ${joins.length}`;
      joins.push(join);
      edges.push(
        ...sources.map((from) => ({ from, to: join })),
        ...members.map(({ id }) => ({ from: join, to: id })),
      );
    } else edges.push(...members.flatMap(({ id }) => sources.map((from) => ({ from, to: id }))));
  }
  return { joins, edges };
};
