// Layout of a graph: positions of cards, tiles, frames and lines, computed from the shape alone.
import { type Block, blocksOf, contract, ownersOf } from "./blocks.ts";
import { type Edge, type Edges, edgesOf, inOrder } from "./edges.ts";
import { card, type Grid, gridOf } from "./grid.ts";
import { rowsOf } from "./rows.ts";
import type { Shape, ShapeNode } from "./shape.ts";

export type Box = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};
export type Piece = Box & { readonly is: Block["is"] | "join" };
/** across: to the right. down: to a piece below. back: to a later row, along `gutter`. */
export type Line = Edge & {
  readonly is: "across" | "down" | "back";
  readonly gutter: number;
  readonly ends: boolean;
};
export type Layout = {
  readonly width: number;
  readonly height: number;
  /** By id, frames before their cards. */
  readonly boxes: ReadonlyMap<string, Piece>;
  readonly lines: readonly Line[];
};

const join = 8;

/** Cards without an order of their own follow the order of their predecessors. */
const sorted = (
  members: readonly ShapeNode[],
  boxes: ReadonlyMap<string, Box>,
): readonly ShapeNode[] => {
  const ids = new Set(members.map(({ id }) => id));
  if (members.some(({ after }) => after.some((one) => ids.has(one)))) return inOrder(members);
  const heightOf = ({ after }: ShapeNode): number => {
    const known = after.flatMap((one) => boxes.get(one)?.y ?? []);
    return known.length === 0 ? 0 : known.reduce((sum, y) => sum + y, 0) / known.length;
  };
  return members
    .map((node, index) => ({ node, index, y: heightOf(node) }))
    .toSorted((one, other) => one.y - other.y || one.index - other.index)
    .map(({ node }) => node);
};

/** Lines within each open section. */
const within = (
  frames: readonly Block[],
  nodes: ReadonlyMap<string, ShapeNode>,
): ReadonlyMap<string, readonly Edge[]> =>
  new Map(
    frames.map(({ id, ids }) => {
      const members = ids.flatMap((one) => nodes.get(one) ?? []);
      const { joins, edges } = edgesOf(members);
      const real = (one: string): boolean => !joins.includes(one);
      // If all depend on all, an order isn't visible.
      return [id, edges.filter(({ from, to }) => real(from) && real(to))] as const;
    }),
  );

const drawnEdges = (
  shape: Shape,
  blocks: readonly Block[],
  inner: ReadonlyMap<string, readonly Edge[]>,
): Edges => {
  const owners = ownersOf(blocks);
  const tiles = new Set(blocks.flatMap(({ id, is }) => (is === "tile" ? [id] : [])));
  if (shape.detailed)
    return edgesOf(
      contract(shape.nodes, (id) => {
        const owner = owners.get(id);
        return owner !== undefined && tiles.has(owner)
          ? owner
          : owner === undefined
            ? undefined
            : id;
      }),
    );
  const between = edgesOf(contract(shape.nodes, (id) => owners.get(id)));
  return { joins: between.joins, edges: [...between.edges, ...[...inner.values()].flat()] };
};

const lineOf = (
  edge: Edge,
  boxes: ReadonlyMap<string, Piece>,
  gutterOf: (from: string, to: string) => number | null,
): Line | null => {
  const [a, b] = [boxes.get(edge.from), boxes.get(edge.to)];
  if (a === undefined || b === undefined) return null;
  const between = b.y - a.y - a.height;
  const ends = b.is !== "join";
  if (a.x === b.x && between >= 0 && between <= 2 * card.height)
    return { ...edge, is: "down", gutter: 0, ends };
  const gutter = gutterOf(edge.from, edge.to);
  return gutter === null
    ? { ...edge, is: "across", gutter: 0, ends }
    : { ...edge, is: "back", gutter, ends };
};

export const layoutOf = (shape: Shape): Layout => {
  const blocks = blocksOf(shape);
  const nodes = new Map(shape.nodes.map((node) => [node.id, node]));
  const frames = blocks.filter(({ is }) => is === "frame");
  const inner = within(frames, nodes);
  const { joins, edges } = drawnEdges(shape, blocks, inner);
  const grids = new Map<string, Grid>(
    frames.map((block) => [block.id, gridOf(block, shape, (inner.get(block.id) ?? []).length > 0)]),
  );
  const owners = new Map([
    ...ownersOf(blocks),
    ...blocks.map(({ id }) => [id, id] as const),
    ...joins.map((id) => [id, id] as const),
  ]);
  const sized = [
    ...blocks.map(({ id }) => ({
      id,
      width: grids.get(id)?.width ?? card.width,
      height: grids.get(id)?.height ?? shape.height,
    })),
    ...joins.map((id) => ({ id, width: join, height: join })),
  ];
  const between = new Map<string, Edge>();
  for (const edge of edges) {
    const [from, to] = [owners.get(edge.from) ?? edge.from, owners.get(edge.to) ?? edge.to];
    if (from !== to) between.set(`${from}\n${to}`, { from, to });
  }
  const { placed, ends } = rowsOf(sized, [...between.values()], shape.width);

  const byId = new Map(blocks.map((block) => [block.id, block]));
  const boxes = new Map<string, Piece>();
  const rowOf = new Map<string, number>();
  for (const { id, row, ...box } of placed.toSorted(
    (one, other) => one.row - other.row || one.x - other.x,
  )) {
    const block = byId.get(id);
    const grid = grids.get(id);
    boxes.set(id, { ...box, is: block?.is ?? "join" });
    rowOf.set(id, row);
    if (block === undefined || grid === undefined) continue;
    const members = block.ids.flatMap((one) => nodes.get(one) ?? []);
    for (const [index, member] of (shape.detailed
      ? sorted(members, boxes)
      : inOrder(members)
    ).entries()) {
      const at = grid.placeOf(index);
      boxes.set(member.id, { ...at, x: box.x + at.x, y: box.y + at.y, is: "card" });
    }
  }
  const gutterOf = (from: string, to: string): number | null => {
    const [a, b] = [boxes.get(from), boxes.get(to)];
    const [own, other] = [owners.get(from) ?? from, owners.get(to) ?? to];
    if (a === undefined || b === undefined) return null;
    if (own === other) return b.x > a.x ? null : a.y + a.height + (grids.get(own)?.gutter ?? 0);
    const [one, next] = [rowOf.get(own) ?? 0, rowOf.get(other) ?? 0];
    return one === next && b.x > a.x ? null : (ends[Math.min(one, next)] ?? 0) + 20;
  };
  const all = [...boxes.values()];
  return {
    width: Math.max(0, ...all.map(({ x, width }) => x + width)),
    height: Math.max(0, ...all.map(({ y, height }) => y + height)),
    boxes,
    lines: edges.flatMap((edge) => lineOf(edge, boxes, gutterOf) ?? []),
  };
};
