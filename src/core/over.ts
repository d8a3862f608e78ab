// Why: a run that was put into the archive is over, too; who asks for "over" alone forgets it.
import type { Life } from "./row.ts";

/** Undefined, of a run that isn't there: no. */
export const isOver = (life: Life | undefined): boolean => life === "over" || life === "archived";
