// Blocks of lines that `cairn watch` prints without a terminal: those that changed.

/** A line with what is indented below it. */
export const blocksOf = (lines: readonly string[]): readonly string[] =>
  lines.join("\n").split(/\n(?! {2})/u);

/** Durations change constantly: only other changes count. */
const timeless = (block: string): string =>
  block.replace(/(?:< )?\d[\d.,]* (?:ms|s|min|h|d)\b/gu, "").replace(/ {2,}/gu, " ");

/** Of texts that are told again and again those that weren't among the last ones. */
export const news = () => {
  let told: readonly string[] = [];
  return (texts: readonly string[]): readonly string[] => {
    const last = new Set(told);
    told = texts.map(timeless);
    return texts.filter((text) => !last.has(timeless(text)));
  };
};
