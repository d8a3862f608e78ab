// Kinds of drift as values of one form: a look that changes nothing, and where there is one a way to mend it.
import type { Card, Recorded } from "../../core/row.ts";
import type { Drift } from "../../workspace/workspace.ts";
import type { Folded } from "../fold.ts";
import type { Driving } from "../runner/driving.ts";
import type { Look } from "../runner/look.ts";

/** What a look found. `subject` tells it from others of its kind in the same run. */
export type Found = {
  /** Where a look finds several kinds; else that of the look. */
  readonly kind?: string;
  readonly subject: string;
  /** error: something isn't as it ought to be. note: harmless, or somebody's own choice. */
  readonly severity: "error" | "note";
  readonly text: string;
  /** What mends it, by `--fix` or by a person. */
  readonly fits: string;
};

type Finder = (subject: string, text: string, fits: string) => Found;
export const problem: Finder = (subject, text, fits) => ({
  subject,
  severity: "error",
  text,
  fits,
});
export const note: Finder = (subject, text, fits) => ({ subject, severity: "note", text, fits });

/** One reading of a run: each part is read when it is first asked for, and then stays. */
export type Case = {
  readonly card: Card;
  readonly folded: Folded;
  /** Absolute. */
  readonly folder: string;
  /** A runner's parts, for what a runner does, too. */
  readonly driving: Driving;
  /** Writes the run's files, whether they seem to be due or not. */
  readonly write: () => Promise<void>;
  look(): Promise<Look>;
  drift(): Promise<readonly Drift[]>;
  log(): Promise<readonly Recorded[]>;
};

/** All runs of the ledger together. */
export type Whole = {
  readonly cards: readonly Card[];
  readonly parts: Omit<Driving, "run">;
  /** null: the run can't be folded. */
  readonly folded: (card: Card) => Promise<Folded | null>;
};

export type Kind<At> = {
  /** Stays: programs read it. */
  readonly kind: string;
  look(at: At): Promise<readonly Found[]>;
  /** Idempotent, through the doors that normal work takes; none: a person does it. `may` false: this one is a person's. */
  readonly mend?: { may(found: Found): boolean; act(at: At, found: Found): Promise<void> };
};
export type RunKind = Kind<Case>;
export type WholeKind = Kind<Whole>;

export const always = (): boolean => true;
