// Types of projections: request, result, and hand edits found beside them.
import type { Digest, Path } from "../core/row.ts";

/** A file that isn't as it was last written, or was added by hand. `text` is null if the file is gone. */
export type Drift = {
  readonly path: Path;
  readonly text: string | null;
  readonly digest: Digest | null;
  /** The file's mark when it was read. It grows when an edit of it is settled, or another text written: if it is more by now, others were there since. */
  readonly mark: number;
  /** Incomplete (JSON that doesn't parse, a text without a final line end) and younger than 2 s, or empty and younger than a minute: it is being written, so leave it alone. */
  readonly half: boolean;
  /** Why its text is unusable; null: usable, or none. */
  readonly unreadable: string | null;
};

/** What an edit is told apart from: the text last written to its file, or last taken from it. */
export type Base = { readonly version: number; readonly text: string };
/** The version whose files are on disk. `due`: edits of them were settled since, so they have to be written again. */
export type Written = { readonly version: number; readonly due: boolean };
/** What is remembered of a file. */
export type Last = { readonly mark: number; readonly base: Base | null };

/** Bytes that need no more reading: while a file has them it may be replaced, or removed if no file is wanted. */
export type Settled = {
  readonly path: Path;
  readonly digest: Digest;
  /** The text of the next edit's base; null: it stays. */
  readonly base: string | null;
  /** As in the edit: where others wrote or settled since, they are dealt with already. */
  readonly mark: number;
};

export type Projection = {
  readonly run: string;
  /** Absolute. */
  readonly folder: string;
  readonly version: number;
  readonly files: Readonly<Record<Path, string>>;
  /** Folders created with the run's first files, afterwards left to others. */
  readonly folders?: readonly Path[];
  /** Asked where nothing is remembered of the run's files: what was written there before. */
  first?(): Promise<readonly Settled[]>;
};
export type Projected = {
  readonly written: readonly Path[];
  /** A newer version is on disk already: nothing was written. */
  readonly older: boolean;
  /** Not replaced, since they aren't our last bytes: to be settled, then projected again. */
  readonly drift: readonly Drift[];
};
