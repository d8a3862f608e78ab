// Rows of a graph: blocks stand from left to right and wrap, like words on a page.
import { Graph, layout as dagre } from "@dagrejs/dagre";
import { type Edge, inOrder } from "./edges.ts";
import { card, gap } from "./grid.ts";

export type Sized = { readonly id: string; readonly width: number; readonly height: number };
export type Placed = Sized & { readonly x: number; readonly y: number; readonly row: number };
/** `ends`: the lower end of each row. */
export type Rows = { readonly placed: readonly Placed[]; readonly ends: readonly number[] };

/** Above this number of blocks minimizing crossings takes too long. */
const dagreMost = 120;

/** Consecutively; a line with `anew` starts a row. */
const flowed = (
  lines: readonly (readonly Sized[])[],
  width: number,
  anew: (line: readonly Sized[]) => boolean,
): Rows => {
  const placed: Placed[] = [];
  const ends: number[] = [];
  let [x, y, end] = [0, 0, 0];
  const wrap = (): void => {
    if (x === 0) return;
    ends.push(end);
    [x, y] = [0, end + gap.y];
  };
  let last: readonly Sized[] = [];
  for (const line of lines) {
    if (anew(line) || anew(last)) wrap();
    for (const block of line) {
      if (x + block.width > width) wrap();
      // A join point is at the height of the cards' handles.
      placed.push({
        ...block,
        x,
        y: y + Math.max(0, (card.height - block.height) / 2),
        row: ends.length,
      });
      x += block.width + gap.x;
      end = Math.max(end, y + block.height);
    }
    last = line;
  }
  wrap();
  return { placed, ends };
};

type Links = ReadonlyMap<
  string,
  { readonly before: readonly string[]; readonly after: readonly string[] }
>;
const linksOf = (blocks: readonly Sized[], edges: readonly Edge[]): Links => {
  const links = new Map(
    blocks.map(({ id }) => [id, { before: new Array<string>(), after: new Array<string>() }]),
  );
  for (const { from, to } of edges) {
    links.get(from)?.after.push(to);
    links.get(to)?.before.push(from);
  }
  return links;
};

/** The blocks as chains; null: they branch, or form a cycle. */
const linesIn = (blocks: readonly Sized[], links: Links): readonly (readonly Sized[])[] | null => {
  if ([...links.values()].some(({ before, after }) => before.length > 1 || after.length > 1))
    return null;
  const known = new Map(blocks.map((block) => [block.id, block]));
  const lines = blocks
    .filter(({ id }) => links.get(id)?.before.length === 0)
    .map((first) => {
      const line = [first];
      for (
        let next = known.get(links.get(first.id)?.after[0] ?? "");
        next !== undefined;
        next = known.get(links.get(next.id)?.after[0] ?? "")
      )
        line.push(next);
      return line;
    });
  return lines.reduce((sum, line) => sum + line.length, 0) === blocks.length ? lines : null;
};

/** Blocks of the same depth, one line per depth. */
const ranksIn = (blocks: readonly Sized[], links: Links): readonly (readonly Sized[])[] => {
  const ranks = new Map<string, number>();
  const rankOf = new Map<Sized, number>();
  const known = new Map(blocks.map((block) => [block.id, block]));
  for (const { id, after } of inOrder(
    blocks.map((block) => ({ id: block.id, after: links.get(block.id)?.before ?? [] })),
  )) {
    const rank = Math.max(-1, ...after.map((one) => ranks.get(one) ?? -1)) + 1;
    const block = known.get(id);
    ranks.set(id, rank);
    if (block !== undefined) rankOf.set(block, rank);
  }
  return [...Map.groupBy(blocks, (block) => rankOf.get(block) ?? 0)]
    .toSorted(([one], [other]) => one - other)
    .map(([, line]) => line);
};

type Frame = {
  readonly rankdir: "LR";
  readonly nodesep: number;
  readonly ranksep: number;
  readonly width?: number;
  readonly height?: number;
};
type Centred = {
  readonly width: number;
  readonly height: number;
  readonly x: number;
  readonly y: number;
};

/** Dagre's layout with its columns wrapped into rows. */
const banded = (blocks: readonly Sized[], edges: readonly Edge[], width: number): Rows => {
  const graph = new Graph<Frame, Centred, { readonly weight: number; readonly minlen: number }>({
    multigraph: false,
    compound: false,
  });
  graph.setGraph({ rankdir: "LR", nodesep: 24, ranksep: gap.x });
  for (const block of blocks)
    graph.setNode(block.id, { width: block.width, height: block.height, x: 0, y: 0 });
  for (const { from, to } of edges)
    graph.setEdge(from, to, { weight: (graph.edge(from, to)?.weight ?? 0) + 1, minlen: 1 });
  // Blocks with equal neighbours keep their listed order.
  const around = (key: string): string =>
    [graph.predecessors(key), graph.successors(key)]
      .map((keys) => (keys ?? []).toSorted().join("\n"))
      .join("|");
  const constraints = [...Map.groupBy(blocks, ({ id }) => around(id)).values()].flatMap((alike) =>
    alike.slice(1).map(({ id: right }, index) => ({ left: alike[index]?.id ?? right, right })),
  );
  dagre(graph, { constraints });
  const at = (block: Sized) => {
    const { x, y } = graph.node(block.id);
    return { block, middle: Math.round(x), left: x - block.width / 2, top: y - block.height / 2 };
  };
  const columns = [...Map.groupBy(blocks.map(at), ({ middle }) => middle).values()].toSorted(
    (one, other) => (one[0]?.middle ?? 0) - (other[0]?.middle ?? 0),
  );
  const bands: (typeof columns)[] = [];
  let from = Number.NEGATIVE_INFINITY;
  for (const column of columns) {
    const left = Math.min(...column.map((one) => one.left));
    const right = Math.max(...column.map((one) => one.left + one.block.width));
    const last = bands.at(-1);
    if (last !== undefined && right - from <= width) last.push(column);
    else {
      bands.push([column]);
      from = left;
    }
  }
  const placed: Placed[] = [];
  const ends: number[] = [];
  for (const [row, band] of bands.entries()) {
    const members = band.flat();
    const [left, top] = [
      Math.min(...members.map((one) => one.left)),
      Math.min(...members.map((one) => one.top)),
    ];
    const y = row === 0 ? 0 : (ends[row - 1] ?? 0) + gap.y;
    for (const one of members)
      placed.push({ ...one.block, x: one.left - left, y: y + one.top - top, row });
    ends.push(
      Math.max(...placed.filter((one) => one.row === row).map((one) => one.y + one.height)),
    );
  }
  return { placed, ends };
};

/** `edges`: between these blocks. */
export const rowsOf = (blocks: readonly Sized[], edges: readonly Edge[], width: number): Rows => {
  const links = linksOf(blocks, edges);
  const lines = linesIn(blocks, links);
  if (lines !== null) return flowed(lines, width, (line) => line.length > 1);
  if (blocks.length > dagreMost) return flowed(ranksIn(blocks, links), width, () => true);
  const islands = blocks.filter(
    ({ id }) => links.get(id)?.before.length === 0 && links.get(id)?.after.length === 0,
  );
  const linked = blocks.filter((block) => !islands.includes(block));
  const above = banded(linked, edges, width);
  const below = flowed([islands], width, () => true);
  const down = (above.ends.at(-1) ?? 0) + gap.y;
  return {
    placed: [
      ...above.placed,
      ...below.placed.map((one) => ({ ...one, y: one.y + down, row: one.row + above.ends.length })),
    ],
    ends: [...above.ends, ...below.ends.map((end) => end + down)],
  };
};
