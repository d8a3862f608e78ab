// Facts that pure functions request, and that the engine reads for them.
import type { DropIn } from "./run-files.ts";
import type { Change, Digest, Leased, Path, Time } from "./row.ts";
import type { ContentAsk, Moment, Span } from "./span.ts";
import type { Ended } from "./view.ts";

/** Facts that a pure function requests. */
export type Ask = {
  /** The commit of the work, and its tree. */
  readonly tree?: boolean;
  /** Where the sender has no job: at the commit of this unit's work instead of the run's head. */
  readonly unit?: string;
  /** Changes since this tree. */
  readonly changed?: Digest;
  /** Texts of files: relative to the root, or absolute or with `~` below the run's place. */
  readonly files?: readonly Path[];
  /** Agents control these paths, so a path that leads outside, is too large or is unreadable causes no error. */
  readonly lenient?: true;
  /** Files and folders are input from a person: read from the checkout, whatever commit the work is on. */
  readonly given?: true;
  /** Texts of all files directly in a folder, by name ending, returned in `files`: relative to the root, or absolute. A missing folder has none. The last name may be a pattern for several folders. */
  readonly folders?: readonly DropIn[];
  /** Names in these folders, relative to the root, read from the checkout, whatever commit the work is on, because runs' folders are there. */
  readonly names?: readonly Path[];
  /** Kept outputs. */
  readonly outputs?: readonly Digest[];
  /** Whether these commits exist. */
  readonly commits?: readonly string[];
  /** How these runs of the same ledger ended. */
  readonly runs?: readonly string[];
  /** The current holders of the run's jobs. */
  readonly leases?: true;
  /** Which of these roles are plain programs, whose exit code counts. */
  readonly programs?: readonly string[];
  /** Changes between these moments. `to`: null for now. */
  readonly span?: { readonly from: Moment; readonly to: Moment | null };
  /** Digests of contents, by names of the caller's choice. */
  readonly contents?: Readonly<Record<string, ContentAsk>>;
  /** Whether these paths exist. Any path is allowed and causes no error; no text is read. */
  readonly named?: readonly Path[];
  /** Their texts for storage in the ledger: at most 32 KiB, redacted. */
  readonly texts?: readonly Path[];
};

/** What exists at a path. `outside`: not checked, because it is outside of root and place. `digest`: of a readable file. `link`: the path itself is a symbolic link. */
export type PathFacts = {
  readonly is: "file" | "folder" | "missing" | "outside" | "unreadable";
  readonly digest: Digest | null;
  readonly link?: true;
};

/** Facts that the engine read; empty or null if not requested. */
export type Facts = {
  readonly at: Time;
  /** The absolute path of the run's root. */
  readonly root: string;
  /** The absolute path of the run's folder; null if the run doesn't exist yet. */
  readonly folder: string | null;
  /** Name of the repository's folder (parent of the shared git directory); null without git. */
  readonly repo: string | null;
  readonly head: string | null;
  readonly tree: string | null;
  readonly changed: readonly Change[];
  readonly files: Readonly<Record<Path, { readonly digest: Digest; readonly text: string } | null>>;
  /** By folder, in order; empty for a missing folder. */
  readonly names?: Readonly<Record<Path, readonly string[]>>;
  readonly outputs: Readonly<Record<Digest, string | null>>;
  readonly commits: Readonly<Record<string, boolean>>;
  /** For the requested runs; null if not over, or no such run. */
  readonly runs?: Readonly<Record<string, Ended | null>>;
  readonly leases?: readonly Leased[];
  /** The requested roles that the configuration maps to a program with `"done": "exit"`. */
  readonly programs?: readonly string[];
  readonly span?: Span | null;
  /** By the requested names; null if missing or unknown. */
  readonly contents?: Readonly<Record<string, Digest | null>>;
  readonly named?: Readonly<Record<Path, PathFacts>>;
  /** Contains only paths with such a text. */
  readonly texts?: Readonly<Record<Path, string>>;
};

/** Items that an event names and that are stored elsewhere. */
export type References = {
  readonly outputs?: readonly Digest[];
  readonly commits?: readonly string[];
};
