// Types that identify the tree to measure or write.
import type { Path } from "../core/row.ts";

/** A commit, by its full id, and the absolute git directory with its objects. */
export type CommitAt = {
  readonly git: string;
  readonly commit: string;
};

/**
 * Which tree to read: an absolute root, without ignored paths. `place`: the run's folder, absolute; readable in addition to the root, and part of the tree except for ignored files.
 * `at`: the work is this commit and not the files below the root; only the run's folder is read from disk.
 */
export type Ground = {
  readonly root: string;
  readonly place: string | null;
  readonly ignores: readonly Path[];
  readonly at?: CommitAt;
};
