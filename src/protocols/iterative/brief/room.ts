// Size limit of briefs: lists are shortened to the remaining room, never the instructions.
import { briefLimit } from "../limits.ts";

/** Characters of one listed line. */
const lineLimit = 240;
/** Maximum lines to try: more short lines fill any brief. */
const linesLimit = 100;

/**
 * Calls `build` with as many lines as fit in the limit; the last one says how many were omitted.
 * Without lines, it passes none.
 */
export const withList = (
  lines: readonly string[],
  build: (shown: readonly string[]) => string,
): string => {
  const cut = lines.map((line) =>
    line.length > lineLimit ? `${line.slice(0, lineLimit)}…` : line,
  );
  for (let count = Math.min(cut.length, linesLimit); count > 0; count -= 1) {
    const more = lines.length - count;
    const text = build([...cut.slice(0, count), ...(more > 0 ? [`and ${more} more`] : [])]);
    if (text.length <= briefLimit) return text;
  }
  return build([]);
};
