// The tree that is measured or written, said the same way everywhere.
import type { Path } from "../core/row.ts";

/** A commit, by its full id, and the absolute path of the git directory that has its objects. `branch`: the one that its work began on, whatever is checked out now; not said: that. */
export type CommitAt = {
  readonly git: string;
  readonly commit: string;
  readonly branch?: string | null;
};

/**
 * Which tree is meant: an absolute root, without what never counts in it. `place`: the run's folder, absolute; readable besides the root, and part of the tree but for what is ignored.
 * `at`: the work is this commit and not what lies on disk below the root; only the run's folder is read from there.
 */
export type Ground = {
  readonly root: string;
  readonly place: string | null;
  readonly ignores: readonly Path[];
  readonly at?: CommitAt;
};
