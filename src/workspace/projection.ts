// Types of projections: request, result, and drift from the last one.
import type { Digest, Path } from "../core/row.ts";

/** The content of a path in an earlier projection. */
export type Former = { readonly version: number; readonly digest: Digest };

/** A file that differs from the last projection, or was added by hand. `text` is null if the file is gone. */
export type Drift = {
  readonly path: Path;
  readonly text: string | null;
  readonly digest: Digest | null;
  /** Incomplete (JSON that doesn't parse, a text without a final line end) and younger than 2 s: it is being written, so leave it alone. */
  readonly half: boolean;
  /** Why its text is unusable; null: usable, or none. */
  readonly unreadable: string | null;
  /** Last projected contents, newest first, at most 20; empty if no longer known. */
  readonly former: readonly Former[];
};

export type Projection = {
  readonly run: string;
  /** Absolute. */
  readonly folder: string;
  readonly version: number;
  readonly files: Readonly<Record<Path, string>>;
  /** Folders created with the run's first files, afterwards left to others. */
  readonly folders?: readonly Path[];
  /** Drifted files that were handled: while they have this digest they may be replaced, or removed if not in `files`. */
  readonly settled: Readonly<Record<Path, Digest>>;
  /** The caller has seen a remembered projection of the run, and relies on it. */
  readonly remembered?: boolean;
};
export type Projected = {
  readonly written: readonly Path[];
  /** A newer version is on disk already: nothing was written. */
  readonly older: boolean;
  /** The cache was lost meanwhile: nothing was written, since the run's own files are no longer known. */
  readonly forgotten?: true;
  /** Not replaced, since they aren't our last bytes: to be handled, then projected again. */
  readonly drift: readonly Drift[];
};
