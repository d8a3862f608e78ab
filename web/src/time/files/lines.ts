// Text as numbered lines, in blocks that a browser draws quickly; long lines are cut.

export type Line = {
  readonly number: number;
  readonly text: string;
  /** Number of omitted characters. */ readonly cut: number;
};
export type Block = readonly Line[];

/** Lines shown initially, lines of a block, characters of a line. */
export const linesMost = 5_000;
const blockLines = 200;
const lineMost = 4_000;

/** A final line end starts no further line. */
export const splitLines = (text: string): readonly string[] => {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
};

export const shorten = (text: string): { readonly text: string; readonly cut: number } =>
  text.length <= lineMost
    ? { text, cut: 0 }
    : { text: text.slice(0, lineMost), cut: text.length - lineMost };

/** The first `most` lines, in blocks that the browser can skip while invisible. `left`: number of further lines. */
export const blocksOf = (
  text: string,
  most: number,
): { readonly blocks: readonly Block[]; readonly left: number } => {
  const lines = splitLines(text);
  const shown = lines.slice(0, most);
  const blocks: Block[] = [];
  for (let at = 0; at < shown.length; at += blockLines)
    blocks.push(
      shown
        .slice(at, at + blockLines)
        .map((line, index) => ({ number: at + index + 1, ...shorten(line) })),
    );
  return { blocks, left: lines.length - shown.length };
};
