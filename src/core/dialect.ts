// Types of a run's files as a door: edits, drop-ins, adopted folders, findings.
import type { Command, Event } from "./command.ts";
import type { Refusal } from "./refusal.ts";
import type { Digest, Path } from "./row.ts";

/** A file of a run that somebody changed, added or took away. */
export type Edit = {
  readonly path: Path;
  /** null: the file is gone. */
  readonly text: string | null;
  /** What the last projections held there, newest first, at most 20; null: nothing. Each is rendered only when it is come to. */
  former(): Iterable<{ readonly version: number; readonly text: string | null }>;
};

/** What an edit means. One path may have several: what is kept of it in any case apart from what is admitted whole or not at all. */
export type Admitted = {
  readonly path: Path;
  /** One send: all or none. */
  readonly commands: readonly Command[];
  /** Who the file says did it, as claimed; null: it doesn't say. */
  readonly by: string | null;
  /** Why the rest of the edit is not taken; its bytes are kept and the file is put back. */
  readonly refused: Refusal | null;
};

/** Files that somebody may add to a run's folder by hand: those of a sub-folder (not deeper) whose names end so. */
export type DropIn = { readonly folder: Path; readonly ending: string };

/** A folder that no ledger knows yet. */
export type Found = {
  /** Absolute, without symbolic links. */
  readonly folder: Path;
  /** Texts by path from the folder. A file that is no UTF-8 text, no regular file or too large is in `unread` instead. */
  readonly files: Readonly<Record<Path, string>>;
  readonly digests: Readonly<Record<Path, Digest>>;
  readonly unread: readonly { readonly path: Path; readonly why: string }[];
  /** Names beside the folder. */
  readonly beside: readonly string[];
  /** What `~` stands for: absolute, without symbolic links. */
  readonly userHome: string;
  /** The options of `adopt`, as given. */
  readonly options: Readonly<Record<string, unknown>>;
};

/** How a found folder would be taken over. */
export type Adopted = {
  readonly start: Command;
  /** What was read otherwise than it stands there, a sentence each. */
  readonly corrections: readonly string[];
  /** What is not taken, and why; the bytes are kept. */
  readonly quarantined: readonly Quarantined[];
  /** `corrections` as they are once the rules have judged what the folder says against the world: from the events that take it over. */
  afterwards?(events: readonly Event[]): readonly string[];
};

export type Quarantined = {
  readonly path: Path;
  readonly why: string;
  /** The part of the file that it is about; the whole file if not given. */
  readonly text?: string;
};

/** Something about a document that isn't as its format has it. */
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
  /** What would fit, or what to do; where the message doesn't say it. */
  readonly hint?: string;
};

/** Something about a run that its rules allow and a person should know of. */
export type Ailment = {
  /** A name for its kind, which stays: `check-hollow`. */
  readonly kind: string;
  /** What it is about: a task, a criterion, a file. */
  readonly subject: string;
  readonly severity: "error" | "note";
  readonly text: string;
  /** What would mend it. */
  readonly fits: string;
};
