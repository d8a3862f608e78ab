// Grid of the cards in an open section: one column for a few, whole rows for many.

/** Least size of a card or tile in px. Three waves stand side by side on a page of 1440 px. */
export const card = { width: 252, height: 96 };
/** Between blocks, wide enough for lines. */
export const gap = { x: 40, y: 40 };
const frame = { side: 12, head: 38, foot: 14 };
/** Maximum of cards in a column before a second one begins: more in a chain. */
const rowsMost = { apart: 6, chain: 10 };
const inner = { apart: { x: 14, y: 14 }, chain: { x: 24, y: 26 } };

type Sized = { readonly width: number; readonly height: number };
export type Grid = Sized & {
  readonly placeOf: (index: number) => Sized & { readonly x: number; readonly y: number };
  /** Distance below a row's cards of lines back to the row's beginning. */
  readonly gutter: number;
};

/** Number of card columns in an open section that fills a row of this width. */
const columnsIn = (width: number): number =>
  Math.max(1, Math.floor((width - 2 * frame.side + inner.chain.x) / (card.width + inner.chain.x)));

/** `chain`: some of its cards depend on others. */
export const gridOf = (
  { ids }: { readonly ids: readonly string[] },
  { width, height }: Sized,
  chain: boolean,
): Grid => {
  const how = chain ? "chain" : "apart";
  const { x, y } = inner[how];
  const least = Math.ceil(ids.length / rowsMost[how]);
  const across = chain && least > 1 ? columnsIn(width) : Math.min(columnsIn(width), least);
  const rows = Math.ceil(ids.length / across);
  return {
    width: across * (card.width + x) - x + 2 * frame.side,
    height: rows * (height + y) - y + frame.head + frame.foot,
    placeOf: (index) => ({
      x: frame.side + (index % across) * (card.width + x),
      y: frame.head + Math.floor(index / across) * (height + y),
      width: card.width,
      height,
    }),
    gutter: y / 2,
  };
};
