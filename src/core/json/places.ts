// Line and column of many offsets in one text: line ends indexed once.
import type { Place } from "./json.ts";

/** Like `placeOf` for many offsets in one text, each in logarithmic time. */
export const placesOf = (text: string): ((offset: number) => Place) => {
  const starts = [0];
  for (const found of text.matchAll(/\r\n|\n|\r/gu)) starts.push(found.index + found[0].length);
  const mark = text.startsWith("\u{feff}") ? 1 : 0;
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return {
      line: low + 1,
      column: offset - (starts[low] ?? 0) + 1 - (low === 0 && offset >= mark ? mark : 0),
    };
  };
};
