// Kinds of drift as values of one form: a look that changes nothing, and where there is one a way to mend it.
import type { Card, Recorded } from "../../core/row.ts";
import type { Drift } from "../../workspace/workspace.ts";
import type { Folded } from "../fold.ts";
import type { Driving } from "../runner/driving.ts";
import type { Look } from "../runner/look.ts";

/** A finding. `subject` distinguishes it from others of its kind in the same run. */
export type Symptom = {
  /** If a check has several kinds; defaults to the check's own. */
  readonly kind?: string;
  readonly subject: string;
  /** error: something is wrong. note: harmless, or a deliberate choice. */
  readonly severity: "error" | "note";
  readonly text: string;
  /** The remedy, by `--fix` or by a person. */
  readonly fits: string;
};

type Finder = (subject: string, text: string, fits: string) => Symptom;
export const problem: Finder = (subject, text, fits) => ({
  subject,
  severity: "error",
  text,
  fits,
});
export const note: Finder = (subject, text, fits) => ({ subject, severity: "note", text, fits });

/** One reading of a run; each part is read on first use and cached. */
export type Case = {
  readonly card: Card;
  readonly folded: Folded;
  /** Absolute. */
  readonly folder: string;
  /** A runner's parts, for actions that a runner takes, too. */
  readonly driving: Driving;
  /** Writes the run's files, whether due or not. */
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
  /** Stable: programs read it. */
  readonly kind: string;
  look(at: At): Promise<readonly Symptom[]>;
  /** Idempotent, through the same doors as normal work; none: a person must act. `may` false: this one is a person's. */
  readonly mend?: { may(found: Symptom): boolean; act(at: At, found: Symptom): Promise<void> };
};
export type RunKind = Kind<Case>;
export type WholeKind = Kind<Whole>;

export const always = (): boolean => true;
