// Why: what is drawn where depends on ids, groups and edges alone; while those stay, a change of status moves nothing.
import type { ViewNode } from "../../../../src/core/view.ts";

export type ShapeNode = { readonly id: string; readonly group: string | null; readonly after: readonly string[] };
export type Shape = readonly ShapeNode[];

const sameTexts = (one: readonly string[], other: readonly string[]): boolean =>
  one === other || (one.length === other.length && one.every((text, index) => text === other[index]));

const sameNode = (one: ShapeNode | undefined, node: ViewNode): boolean =>
  one !== undefined && one.id === node.id && one.group === (node.group ?? null) && sameTexts(one.after, node.after);

/** The shape of these nodes: `before` itself where nothing of it changed. */
export const shapeOf = (nodes: readonly ViewNode[], before: Shape | null = null): Shape =>
  before !== null && before.length === nodes.length && nodes.every((node, index) => sameNode(before[index], node))
    ? before
    : nodes.map(({ id, group, after }) => ({ id, group: group ?? null, after }));

/** A text that is the same for the same shape. */
export const keyOfShape = (shape: Shape): string => JSON.stringify(shape);
