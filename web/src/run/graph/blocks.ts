// Blocks of a graph: cards, tiles and frames to place, with their dependencies.
import type { Shape, ShapeNode } from "./shape.ts";

/** `ids`: of its nodes, in order. */
export type Block = {
  readonly id: string;
  readonly is: "card" | "tile" | "frame";
  readonly ids: readonly string[];
};
export type Linked = { readonly id: string; readonly after: readonly string[] };

/** The id of a section's tile or frame. */
export const sectionId = (key: string): string => `section ${key}`;
/** The section's key in such an id; null: a card's id. */
export const sectionIn = (id: string): string | null =>
  id.startsWith("section ") ? id.slice("section ".length) : null;

export const blocksOf = ({ nodes, folded }: Shape): readonly Block[] => {
  const blocks = new Map<string, { id: string; is: Block["is"]; ids: string[] }>();
  for (const { id, section } of nodes) {
    const key = section === null ? id : sectionId(section);
    const block = blocks.get(key) ?? {
      id: key,
      is: section === null ? "card" : folded.has(section) ? "tile" : "frame",
      ids: [],
    };
    block.ids.push(id);
    blocks.set(key, block);
  }
  return [...blocks.values()];
};

/** The block of each node. */
export const ownersOf = (blocks: readonly Block[]): ReadonlyMap<string, string> =>
  new Map(blocks.flatMap(({ id, ids }) => ids.map((one) => [one, id] as const)));

/** Lifts dependencies of nodes to the blocks that contain them. */
export const contract = (
  nodes: readonly ShapeNode[],
  ownerOf: (id: string) => string | undefined,
): readonly Linked[] => {
  const linked = new Map<string, Set<string>>();
  for (const { id, after } of nodes) {
    const own = ownerOf(id) ?? id;
    const before = linked.get(own) ?? new Set();
    for (const one of after) {
      const other = ownerOf(one);
      if (other !== undefined && other !== own) before.add(other);
    }
    linked.set(own, before);
  }
  return [...linked].map(([id, after]) => ({ id, after: [...after] }));
};
