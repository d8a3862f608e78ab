// Why: where each node stands is worked out from the shape alone, so that it can be done aside and kept.
import { Graph, layout as dagre } from "@dagrejs/dagre";
import { type Edge, edgesOf, inOrder } from "./edges.ts";
import type { Shape, ShapeNode } from "./shape.ts";

export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
export type Layout = {
  readonly width: number;
  readonly height: number;
  /** By id. */
  readonly boxes: Readonly<Record<string, Box>>;
  readonly groups: readonly (Box & { readonly name: string; readonly ids: readonly string[] })[];
  readonly edges: readonly (Edge & {
    readonly a: readonly [x: number, y: number];
    readonly b: readonly [x: number, y: number];
    /** It goes down within a column; else from left to right. */
    readonly down: boolean;
    /** It ends in a node, not in a point between. */
    readonly ends: boolean;
  })[];
};

/** Of a card, in px; its style sheet says the same. */
export const card = { width: 236, height: 74 };
const gap = 14;
const frame = { side: 14, head: 34, foot: 14 };
const point = 8;
/** Cards under each other before a second column begins. */
const rowsMost = 10;
/** Above this many single nodes dagre takes seconds: then all of one rank are laid out as one column. */
const singlesMost = 250;
const islandsLeast = 4;

/** What dagre is told, and tells. */
type Frame = {
  readonly rankdir: "LR";
  readonly nodesep: number;
  readonly ranksep: number;
  readonly marginx: number;
  readonly marginy: number;
  readonly width?: number;
  readonly height?: number;
};
type Placed = { readonly width: number; readonly height: number; readonly x: number; readonly y: number };
type Weighed = { readonly weight: number; readonly minlen: number };

/** What is laid out as one: a node, a point between, or a group with its cards in columns. */
type Block = {
  readonly name: string | null;
  readonly ids: readonly string[];
  readonly rows: number;
  readonly width: number;
  readonly height: number;
};

const blockOf = (name: string | null, ids: readonly string[], framed: boolean): Block => {
  const rows = ids.length <= rowsMost ? ids.length : Math.max(rowsMost, Math.ceil(Math.sqrt(3 * ids.length)));
  const columns = Math.ceil(ids.length / rows);
  return {
    name,
    ids,
    rows,
    width: columns * (card.width + gap) - gap + (framed ? 2 * frame.side : 0),
    height: rows * (card.height + gap) - gap + (framed ? frame.head + frame.foot : 0),
  };
};

/** Cards of one group that know no order among them stand where what they come after stands. */
const sorted = (members: readonly ShapeNode[], placed: ReadonlyMap<string, Box>): readonly string[] => {
  const ids = new Set(members.map(({ id }) => id));
  if (members.some(({ after }) => after.some((one) => ids.has(one)))) return inOrder(members).map(({ id }) => id);
  const heightOf = ({ after }: ShapeNode): number => {
    const known = after.flatMap((one) => placed.get(one)?.y ?? []);
    return known.length === 0 ? 0 : known.reduce((sum, y) => sum + y, 0) / known.length;
  };
  return members
    .map((node, index) => ({ id: node.id, index, y: heightOf(node) }))
    .toSorted((one, other) => one.y - other.y || one.index - other.index)
    .map(({ id }) => id);
};

/** How many stand before each at least, one after the other. */
const ranksOf = (shape: Shape): ReadonlyMap<string, number> => {
  const ranks = new Map<string, number>();
  for (const { id, after } of inOrder(shape)) ranks.set(id, Math.max(-1, ...after.map((one) => ranks.get(one) ?? -1)) + 1);
  return ranks;
};

export const layoutOf = (shape: Shape): Layout => {
  const { joins, edges } = edgesOf(shape);
  const linked = new Set(edges.flatMap(({ from, to }) => [from, to]));
  const islands = shape.filter(({ id, group }) => group === null && !linked.has(id));
  const aside = new Set(islands.length < islandsLeast ? [] : islands.map(({ id }) => id));
  const singles = shape.filter(({ id, group }) => group === null && !aside.has(id));
  const ranks = singles.length > singlesMost ? ranksOf(shape) : null;
  const members = Map.groupBy(shape, ({ id, group }) => {
    if (group !== null) return `group ${group}`;
    if (aside.has(id)) return "islands";
    return ranks === null ? `node ${id}` : `rank ${ranks.get(id) ?? 0}`;
  });
  const blocks = new Map<string, Block>();
  const blockOfId = new Map<string, string>();
  for (const [key, nodes] of members) {
    const name = nodes[0]?.group ?? null;
    const ids = nodes.map(({ id }) => id);
    blocks.set(key, blockOf(name, ids, name !== null));
    for (const id of ids) blockOfId.set(id, key);
  }
  for (const join of joins) blockOfId.set(join, join);

  const graph = new Graph<Frame, Placed, Weighed>({ multigraph: false, compound: false });
  graph.setGraph({ rankdir: "LR", nodesep: 26, ranksep: 56, marginx: 8, marginy: 8 });
  for (const [key, { width, height }] of blocks) graph.setNode(key, { width, height, x: 0, y: 0 });
  for (const join of joins) graph.setNode(join, { width: point, height: point, x: 0, y: 0 });
  for (const { from, to } of edges) {
    const [a, b] = [blockOfId.get(from) ?? "", blockOfId.get(to) ?? ""];
    // Between columns of ranks those from one to the next say all.
    const skips = ranks !== null && a.startsWith("rank ") && b.startsWith("rank ") && (ranks.get(to) ?? 0) - (ranks.get(from) ?? 0) > 1;
    if (a !== b && !skips) graph.setEdge(a, b, { weight: (graph.edge(a, b)?.weight ?? 0) + 1, minlen: 1 });
  }
  // What hangs on the same stands in the order that it is listed in.
  const around = (key: string): string =>
    [graph.predecessors(key), graph.successors(key)].map((keys) => (keys ?? []).toSorted().join()).join("|");
  const constraints = [...Map.groupBy(blocks.keys(), around).values()].flatMap((keys) =>
    keys.slice(1).map((right, index) => ({ left: keys[index] ?? right, right })),
  );
  dagre(graph, { constraints });

  const boxes = new Map<string, Box>();
  const groups: Layout["groups"][number][] = [];
  const placed = [...blocks].map(([key, block]) => {
    const at = graph.node(key);
    return { key, block, left: at.x - block.width / 2, top: at.y - block.height / 2 };
  });
  for (const { key, block, left, top } of placed.toSorted((one, other) => one.left - other.left)) {
    const framed = block.name !== null;
    const ids = sorted(members.get(key) ?? [], boxes);
    if (block.name !== null) groups.push({ name: block.name, ids, x: left, y: top, width: block.width, height: block.height });
    for (const [index, id] of ids.entries())
      boxes.set(id, {
        x: left + (framed ? frame.side : 0) + Math.floor(index / block.rows) * (card.width + gap),
        y: top + (framed ? frame.head : 0) + (index % block.rows) * (card.height + gap),
        ...card,
      });
  }
  for (const join of joins) {
    const at = graph.node(join);
    boxes.set(join, { x: at.x, y: at.y, width: 0, height: 0 });
  }
  const size = graph.graph();
  const drawn = edges.flatMap((edge) => {
    const [a, b] = [boxes.get(edge.from), boxes.get(edge.to)];
    if (a === undefined || b === undefined) return [];
    const down = blockOfId.get(edge.from) === blockOfId.get(edge.to) && a.x === b.x && b.y > a.y;
    return [
      {
        ...edge,
        down,
        ends: b.width > 0,
        a: down ? ([a.x + a.width / 2, a.y + a.height] as const) : ([a.x + a.width, a.y + a.height / 2] as const),
        b: down ? ([b.x + b.width / 2, b.y] as const) : ([b.x, b.y + b.height / 2] as const),
      },
    ];
  });
  return {
    width: size.width ?? 0,
    height: size.height ?? 0,
    boxes: Object.fromEntries([...boxes].filter(([, box]) => box.width > 0)),
    groups,
    edges: drawn,
  };
};
