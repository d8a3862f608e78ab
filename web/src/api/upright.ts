// Filter for signs that reorder text or that no one sees, by which agents' words could read as something else.
import { hidden } from "../../../src/core/words/clean.ts";

/** Shows such signs, in JSON texts as well: JSON needs none of them. */
export const upright = (text: string): string => text.replace(hidden, "\uFFFD");
