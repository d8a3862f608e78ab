// Types of the span between two commits: changes, and the commits between.
import type { Change, Path } from "./row.ts";

/** A commit and its tree; null if unknown. */
export type Moment = { readonly tree: string | null; readonly head: string | null };

export type Span = {
  /** false if the changes are unknown. */
  readonly known: boolean;
  readonly from: Moment;
  readonly to: Moment;
  readonly changed: readonly Change[];
  /** In `to` and not in `from`, oldest first. */
  readonly commits: readonly {
    readonly hash: string;
    readonly subject: string;
    readonly paths: readonly Path[];
  }[];
  /** The commit of `from` is not an ancestor of that of `to`: history was rewritten. */
  readonly rewritten: boolean;
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
