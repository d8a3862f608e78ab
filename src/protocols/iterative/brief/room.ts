// Size limit of briefs: lists are shortened to the remaining room, never the instructions.
import { briefLimit } from "../limits.ts";

/** Of a line that is listed. */
const lineLimit = 240;
/** More lines are never tried: so many short ones fill any brief. */
const linesLimit = 100;

/**
 * `build` is given as many of the lines as fit into the bound, and the last of them says how many there are more.
 * Without lines it is given none.
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
