// Why: everything that is measured or written is so in one tree, and what belongs to it must be said the same way everywhere.
import type { Path } from "../core/row.ts";

/** Which tree is meant: an absolute root, without what never counts in it. `place`: the run's folder, absolute; readable besides the root, and part of the tree but for what is ignored. */
export type Ground = { readonly root: string; readonly place: string | null; readonly ignores: readonly Path[] };
