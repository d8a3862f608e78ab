// Shared wording of iterative's event lines.
import { oneLine } from "../../../core/words/quote.ts";

/** The first five, after a colon. */
export const some = (all: readonly string[]): string =>
  all.length === 0 ? "" : `: ${oneLine(all.slice(0, 5).join(", "))}${all.length > 5 ? " …" : ""}`;
