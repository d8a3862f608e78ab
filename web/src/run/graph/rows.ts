// Rows of a graph: blocks stand in columns by what they come after, and columns wrap like words on a page.
import { type Edge, inOrder } from "./edges.ts";
import { card, gap } from "./grid.ts";

export type Sized = { readonly id: string; readonly width: number; readonly height: number };
export type Placed = Sized & { readonly x: number; readonly y: number; readonly row: number };
/** `ends`: the lower end of each row. */
export type Rows = { readonly placed: readonly Placed[]; readonly ends: readonly number[] };

/** More blocks than this don't stand in a column: they fill rows of their own. */
const columnMost = 6;
/** Between the blocks of a column, in px. */
const apart = 24;

type Befores = ReadonlyMap<string, readonly string[]>;

const beforesIn = (blocks: readonly Sized[], edges: readonly Edge[]): Befores => {
  const found = Map.groupBy(edges, ({ to }) => to);
  return new Map(
    blocks.map(({ id }) => [id, (found.get(id) ?? []).map(({ from }) => from)] as const),
  );
};

/** Blocks by how many come before them in a row; each column in the order of what its blocks come after. */
const ranksIn = (blocks: readonly Sized[], befores: Befores): readonly (readonly Sized[])[] => {
  const rankOf = new Map<string, number>();
  for (const { id, after } of inOrder(
    blocks.map(({ id }) => ({ id, after: befores.get(id) ?? [] })),
  ))
    rankOf.set(id, Math.max(-1, ...after.map((one) => rankOf.get(one) ?? -1)) + 1);
  const ranks = [...Map.groupBy(blocks, ({ id }) => rankOf.get(id) ?? 0)].toSorted(
    ([one], [other]) => one - other,
  );
  const heightOf = new Map<string, number>();
  return ranks.map(([, rank]) => {
    const sorted = rank
      .map((block) => {
        const known = (befores.get(block.id) ?? []).flatMap((id) => heightOf.get(id) ?? []);
        return { block, height: known.reduce((sum, one) => sum + one, 0) / (known.length || 1) };
      })
      .toSorted((one, other) => one.height - other.height)
      .map(({ block }) => block);
    for (const [index, { id }] of sorted.entries()) heightOf.set(id, index);
    return sorted;
  });
};

/** `edges`: between these blocks. What none of them touches stands beneath the rest. */
export const rowsOf = (blocks: readonly Sized[], edges: readonly Edge[], width: number): Rows => {
  const placed: Placed[] = [];
  const ends: number[] = [];
  let [x, y, end] = [0, 0, 0];
  const wrap = (): void => {
    if (x === 0) return;
    ends.push(end);
    [x, y] = [0, end + gap.y];
  };
  const put = (column: readonly Sized[]): void => {
    const wide = Math.max(...column.map((block) => block.width));
    if (x + wide > width) wrap();
    let top = y;
    for (const block of column) {
      // A point where lines join is at the height of the cards' handles.
      const down = Math.max(0, (card.height - block.height) / 2);
      placed.push({ ...block, x, y: top + down, row: ends.length });
      end = Math.max(end, top + block.height + down);
      top += Math.max(card.height, block.height) + apart;
    }
    x += wide + gap.x;
  };
  const linked = new Set(edges.flatMap(({ from, to }) => [from, to]));
  const befores = beforesIn(blocks, edges);
  const fill = (rank: readonly Sized[]): void => {
    wrap();
    for (const block of rank) put([block]);
    wrap();
  };
  for (const rank of ranksIn(
    blocks.filter(({ id }) => linked.has(id)),
    befores,
  )) {
    if (rank.length > columnMost) fill(rank);
    else put(rank);
  }
  fill(blocks.filter(({ id }) => !linked.has(id)));
  return { placed, ends };
};
