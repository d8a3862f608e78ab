// Types of the span between two measured moments of the working tree: changes and commits.
import type { Change, Path } from "./row.ts";

/** A measured moment: digest of the working tree, and HEAD; null if unknown, or without git. */
export type Moment = { readonly tree: string | null; readonly head: string | null };

export type Span = {
  /** false if the changes are unknown. */
  readonly known: boolean;
  readonly from: Moment;
  readonly to: Moment;
  readonly changed: readonly Change[];
  /** In `to` and not in `from`, oldest first; empty without git. */
  readonly commits: readonly {
    readonly hash: string;
    readonly subject: string;
    readonly paths: readonly Path[];
  }[];
  /** The commit of `from` is not an ancestor of that of `to`: history was rewritten. */
  readonly rewritten: boolean;
  /** Paths whose content in the working tree differs from HEAD; empty without git. */
  readonly uncommitted: readonly Path[];
  /** Those of them that git doesn't track; missing if unknown, or without git. */
  readonly untracked?: readonly Path[] | undefined;
  /** Done in a checkout of its own, so all changes are by one author. */
  readonly apart?: true | undefined;
};

/**
 * The content to digest. `globs`: paths or globs relative to the root; null for the whole tree. `except`: globs of ignored files, which
 * count only if named. `tree`: content in that tree; default: the current content.
 */
export type ContentAsk = {
  readonly globs: readonly Path[] | null;
  readonly except?: readonly Path[];
  readonly tree?: string | null;
};
