// Test for a run's end: over or archived.
import type { Life } from "./row.ts";

/** Returns false for undefined (a run that doesn't exist). */
export const isOver = (life: Life | undefined): boolean => life === "over" || life === "archived";
