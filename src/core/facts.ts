// What a pure function asks of the world, and what the engine read of it.
import type { DropIn } from "./dialect.ts";
import type { Change, Digest, Leased, Path, Time } from "./row.ts";
import type { ContentAsk, Moment, Span } from "./span.ts";
import type { Ended } from "./view.ts";

/** What a pure function wants to know of the world. */
export type Ask = {
  /** HEAD and the digest of the working tree. */
  readonly tree?: boolean;
  /** What changed since this tree. */
  readonly changed?: Digest;
  /** Texts of files: relative to the root, or absolute or with `~` below the run's place. */
  readonly files?: readonly Path[];
  /** What an agent may have put at those paths is no fault: one that leads out, is too large or can't be looked at is none. */
  readonly lenient?: true;
  /** Files and folders are what a person gives the run: as they lie in the checkout, whatever commit the work is. */
  readonly given?: true;
  /** All texts directly in a folder whose names end so, told among the files: relative to the root, or absolute anywhere. A folder that isn't there has none. A pattern as a folder's last name means each that fits. */
  readonly folders?: readonly DropIn[];
  /** The names in these folders, relative to the root: as they lie there, whatever commit the work is. Runs' folders are there, and may go there. */
  readonly names?: readonly Path[];
  /** Kept outputs. */
  readonly outputs?: readonly Digest[];
  /** Do these commits exist? */
  readonly commits?: readonly string[];
  /** Can these commits be reached from HEAD? */
  readonly reached?: readonly string[];
  /** How did these runs of the same ledger end? */
  readonly runs?: readonly string[];
  /** What has another run of the protocol under way in the same working tree? */
  readonly beside?: true;
  /** Who has which of the run's jobs now? */
  readonly leases?: true;
  /** Which of these roles has a plain program, whose exit code counts? */
  readonly programs?: readonly string[];
  /** What happened to the work between these moments; `to` null: till now. */
  readonly span?: { readonly from: Moment; readonly to: Moment | null };
  /** Digests of contents, by a name that the asker chooses. */
  readonly contents?: Readonly<Record<string, ContentAsk>>;
  /** Are these paths there, which somebody named? Any path will do, and none of them is a fault; no text is read. */
  readonly named?: readonly Path[];
  /** Their texts as a command may carry them into the ledger: of at most 32 KiB, redacted. */
  readonly texts?: readonly Path[];
};

/** What lies at a path that somebody named. outside: it leads out of root and place, and wasn't looked at. `digest`: of a file that could be read. `link`: a symbolic link stands there itself. */
export type Named = {
  readonly is: "file" | "folder" | "missing" | "outside" | "unreadable";
  readonly digest: Digest | null;
  readonly link?: true;
};

/** What the engine read of the world; what was not asked for is empty or null. */
export type Facts = {
  readonly at: Time;
  /** The absolute path of the run's root. */
  readonly root: string;
  /** The absolute path of the run's folder; null: the run isn't there yet. */
  readonly folder: string | null;
  /** The folder name that stands for the repository (parent of the shared git directory); null without git. */
  readonly repo: string | null;
  readonly branch: string | null;
  readonly head: string | null;
  readonly tree: string | null;
  readonly changed: readonly Change[];
  readonly files: Readonly<Record<Path, { readonly digest: Digest; readonly text: string } | null>>;
  /** By folder, in order; none where there is no folder. */
  readonly names?: Readonly<Record<Path, readonly string[]>>;
  readonly outputs: Readonly<Record<Digest, string | null>>;
  readonly commits: Readonly<Record<string, boolean>>;
  readonly reached?: Readonly<Record<string, boolean>>;
  /** Of the runs that were asked about; null: not over, or no such run. */
  readonly runs?: Readonly<Record<string, Ended | null>>;
  /** In words; null: nothing. */
  readonly beside?: string | null;
  readonly leases?: readonly Leased[];
  /** Those of the roles that were asked about which the configuration gives to a program with `"done": "exit"`. */
  readonly programs?: readonly string[];
  readonly span?: Span | null;
  /** By the names that were asked for; null: nothing is there, or nobody can say. */
  readonly contents?: Readonly<Record<string, Digest | null>>;
  readonly named?: Readonly<Record<Path, Named>>;
  /** A path without such a text isn't in it. */
  readonly texts?: Readonly<Record<Path, string>>;
};

/** What an event names that is kept elsewhere. */
export type References = {
  readonly outputs?: readonly Digest[];
  readonly commits?: readonly string[];
};
