// Inputs of a graph's layout: ids, sections, dependencies, folding and row width; a change of status moves nothing, unless a remark needs room.
import type { ShownNode } from "../../../../src/http/answers.ts";
import { remarkOf } from "../node-words.ts";
import { type Section, smallMost } from "../sections.ts";
import { card } from "./grid.ts";

/** `section`: the key of a named section; null: none. */
export type ShapeNode = {
  readonly id: string;
  readonly section: string | null;
  readonly after: readonly string[];
};
export type Shape = {
  readonly nodes: readonly ShapeNode[];
  /** Keys of the sections shown as one tile. */
  readonly folded: ReadonlySet<string>;
  /** Of a row. */
  readonly width: number;
  /** Of a card. */
  readonly height: number;
  /** Draws every dependency; else those between sections, and within them. */
  readonly detailed: boolean;
};

export type ShapeAsk = {
  readonly sections: readonly Section[];
  readonly open: ReadonlySet<string>;
  readonly width: number;
};

const sameTexts = (one: readonly string[], other: readonly string[]): boolean =>
  one === other ||
  (one.length === other.length && one.every((text, index) => text === other[index]));
const sameNode = (one: ShapeNode | undefined, other: ShapeNode): boolean =>
  one !== undefined &&
  one.id === other.id &&
  one.section === other.section &&
  sameTexts(one.after, other.after);

const linesOf = (text: string | null, of: number): number => Math.ceil((text ?? "").length / of);
/** Room for the longest title and remark, neither of which is cut; what goes on has two lines. By characters in a line of 20 px. */
const heightOf = (nodes: readonly ShownNode[]): number =>
  nodes.reduce((most, node) => {
    const lines = linesOf(node.label, 25) + Math.max(2, linesOf(remarkOf(node), 32));
    return Math.max(most, 36 + 20 * lines);
  }, card.height);

/** The shape of these sections: `before` itself if nothing changed. */
export const shapeOf = (
  { sections, open, width }: ShapeAsk,
  before: Shape | null = null,
): Shape => {
  const nodes = sections.flatMap(({ key, name, nodes: own }) =>
    own.map(({ id, after }): ShapeNode => ({ id, section: name === null ? null : key, after })),
  );
  const folded = new Set(
    sections.flatMap(({ key, name }) => (name === null || open.has(key) ? [] : [key])),
  );
  const height = heightOf(sections.flatMap((section) => section.nodes));
  const same =
    before !== null &&
    before.width === width &&
    before.height === height &&
    before.nodes.length === nodes.length &&
    sameTexts([...before.folded], [...folded]) &&
    nodes.every((node, index) => sameNode(before.nodes[index], node));
  return same ? before : { nodes, folded, width, height, detailed: nodes.length <= smallMost };
};
