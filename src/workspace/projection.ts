// What is asked of a projection, what came of it, and how a file differs from what was projected last.
import type { Digest, Path } from "../core/row.ts";

/** What stood at a path by an earlier projection. */
export type Former = { readonly version: number; readonly digest: Digest };

/** A file that is not what was projected last, or was added by hand. `text` is null where the file is gone. */
export type Drift = {
  readonly path: Path;
  readonly text: string | null;
  readonly digest: Digest | null;
  /** It is not whole (JSON that doesn't parse, a text without its last line's end) and has stood for under 2 s: somebody is writing; leave it alone. */
  readonly half: boolean;
  /** Why its text can't be taken for what it says; null: it can, or there is none. */
  readonly unreadable: string | null;
  /** What the last projections put there, newest first, at most 20; none where that isn't known any more. */
  readonly former: readonly Former[];
};

export type Projection = {
  readonly run: string;
  /** Absolute. */
  readonly folder: string;
  readonly version: number;
  readonly files: Readonly<Record<Path, string>>;
  /** Folders that are made with the run's first files, and left to others then. */
  readonly folders?: readonly Path[];
  /** Drifted files that were dealt with: they may be replaced, or taken away where they are none of `files`, while they still have this digest. */
  readonly settled: Readonly<Record<Path, Digest>>;
  /** Whoever asks has seen that a projection of the run is remembered, and counts on that. */
  readonly remembered?: boolean;
};
export type Projected = {
  readonly written: readonly Path[];
  /** A newer version is on disk already: nothing was written. */
  readonly older: boolean;
  /** What was remembered was lost meanwhile: nothing was written, since nobody knows any more which files are the run's own. */
  readonly forgotten?: true;
  /** Not replaced, since they are not our last bytes: to be dealt with, then projected again. */
  readonly drift: readonly Drift[];
};
