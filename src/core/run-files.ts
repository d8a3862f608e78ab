// Types of a run's files as a door: edits, drop-ins, adopted folders, findings.
import type { Command, Event } from "./command.ts";
import type { Refusal } from "./refusal.ts";
import type { Digest, Path } from "./row.ts";

/** A file of a run that was changed, added or deleted by hand. */
export type Edit = {
  readonly path: Path;
  /** null if the file was deleted. */
  readonly text: string | null;
  /** The text that it is told apart from: the one last written there, or last taken from there; null if there was none. */
  readonly before: string | null;
};

/** The meaning of an edit. One path may have several: one for the part that is always kept, one for the rest, which is admitted as a whole or not at all. */
export type Admitted = {
  readonly path: Path;
  /** Sent together: all or none. */
  readonly commands: readonly Command[];
  /** Author named in the file, as claimed; null if none. */
  readonly by: string | null;
  /** Why the rest of the edit is refused; its bytes are backed up and the file is restored. */
  readonly refused: Refusal | null;
};

/** Files that may be added to a run's folder by hand: files directly in a subfolder, by the ending of their names. */
export type DropIn = { readonly folder: Path; readonly ending: string };

/** A folder that no ledger knows yet. */
export type Source = {
  /** Absolute, without symbolic links. */
  readonly folder: Path;
  /** Texts by path relative to the folder. A file that isn't UTF-8 text, isn't regular or is too large is in `unread` instead. */
  readonly files: Readonly<Record<Path, string>>;
  readonly digests: Readonly<Record<Path, Digest>>;
  readonly unread: readonly { readonly path: Path; readonly why: string }[];
  /** Names next to the folder. */
  readonly beside: readonly string[];
  /** The home directory that `~` means: absolute, without symbolic links. */
  readonly userHome: string;
  /** The options given to `adopt`. */
  readonly options: Readonly<Record<string, unknown>>;
};

/** The result of adopting a found folder. */
export type Adopted = {
  readonly start: Command;
  /** Differences between the folder's content and its interpretation, one sentence each. */
  readonly corrections: readonly string[];
  /** Content that isn't adopted, and why; its bytes are backed up. */
  readonly quarantined: readonly Quarantined[];
  /** Final `corrections`, from the adoption's events: after the rules have checked the folder's claims against reality. */
  afterwards?(events: readonly Event[]): readonly string[];
};

export type Quarantined = {
  readonly path: Path;
  readonly why: string;
  /** The part of the file in question; the whole file if missing. */
  readonly text?: string;
};

/** A deviation of a document from its format. */
export type Finding = {
  readonly path: Path;
  /** RFC 6901 in JSON, the heading in Markdown; "" for the whole. */
  readonly pointer: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly severity: "error" | "warning";
  readonly code: string;
  readonly message: string;
  /** A valid alternative or a next step, if the message doesn't contain it. */
  readonly hint?: string;
};
