// Which nodes of a graph come before which, worked out once for all references and groups.
import { type Graph, kahn } from "../graph.ts";

export const mostNodes = 1_000;

export type Earlier = {
  /** Is there a path from `first` to `then`? */
  leads(first: number, then: number): boolean;
};

/** Returns null if there is a cycle, or there are too many nodes. */
export const earlierOf = ({ ids, preds, succs }: Graph): Earlier | null => {
  const order = ids.length > 2 * mostNodes ? [] : kahn(succs);
  if (order.length < ids.length) return null;
  const words = Math.ceil(ids.length / 32);
  const sets = ids.map(() => new Uint32Array(words));
  const bit = (node: number): number => 1 << (node & 31);
  for (const node of order) {
    const own = sets[node];
    for (const pred of own === undefined ? [] : (preds[node] ?? [])) {
      const its = sets[pred];
      for (let word = 0; word < words; word += 1)
        if (own !== undefined) own[word] = (own[word] ?? 0) | (its?.[word] ?? 0);
      if (own !== undefined) own[pred >> 5] = (own[pred >> 5] ?? 0) | bit(pred);
    }
  }
  return { leads: (first, then) => ((sets[then]?.[first >> 5] ?? 0) & bit(first)) !== 0 };
};
