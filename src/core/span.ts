// Types of the span between two measured moments of the working tree: changes and commits.
import type { Change, Path } from "./row.ts";

/** A measured moment: digest of the working tree, and HEAD; null: not known, or no git. */
export type Moment = { readonly tree: string | null; readonly head: string | null };

export type Span = {
  /** false: nobody can say what changed. */
  readonly known: boolean;
  readonly from: Moment;
  readonly to: Moment;
  readonly changed: readonly Change[];
  /** In `to` and not in `from`, oldest first; none without git. */
  readonly commits: readonly {
    readonly hash: string;
    readonly subject: string;
    readonly paths: readonly Path[];
  }[];
  /** The commit of `from` is no ancestor of that of `to`: history was rewritten. */
  readonly rewritten: boolean;
  /** Paths whose content in the working tree is not that of HEAD; none without git. */
  readonly uncommitted: readonly Path[];
  /** Of those, what git doesn't track at all; absent: not known, or no git. */
  readonly untracked?: readonly Path[] | undefined;
  /** It was done apart, where nobody else was at work: all that changed is the doing of one. */
  readonly apart?: true | undefined;
};

/**
 * Which content is meant: paths or globs from the root; null: all of the tree. `except`: globs of litter, which is left out unless its path
 * is named. `tree`: as it was then; without it, as it is now.
 */
export type ContentAsk = {
  readonly globs: readonly Path[] | null;
  readonly except?: readonly Path[];
  readonly tree?: string | null;
};
