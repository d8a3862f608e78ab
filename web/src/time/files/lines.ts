// Text as numbered lines, in blocks that a browser draws quickly; long lines are cut.

export type Line = {
  readonly number: number;
  readonly text: string;
  /** Characters that are left out. */ readonly cut: number;
};
export type Block = readonly Line[];

/** Lines shown at once, lines of a block, characters of a line. */
export const linesMost = 5_000;
const blockLines = 200;
const lineMost = 4_000;

/** What ends a text is no line of its own. */
export const splitLines = (text: string): readonly string[] => {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
};

export const shorten = (text: string): { readonly text: string; readonly cut: number } =>
  text.length <= lineMost
    ? { text, cut: 0 }
    : { text: text.slice(0, lineMost), cut: text.length - lineMost };

/** The first `most` lines, in blocks that a browser can pass over while they are out of sight. `left`: how many more there are. */
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
