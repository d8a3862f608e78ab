// Test for a run's end: over or archived.
import type { Life } from "./row.ts";

/** Undefined, of a run that isn't there: no. */
export const isOver = (life: Life | undefined): boolean => life === "over" || life === "archived";
