// Types of findings of verify, restore and doctor: stable shapes for programs.
import type { Path } from "../core/row.ts";

/** What makes a record less than trusted. Codes are stable. `fits`: what can be done about it. */
export type TrustFinding = {
  /** "": the ledger as a whole. */
  readonly run: string;
  readonly version: number | null;
  /** Of a file that is concerned, absolute, or of a kept output. */
  readonly path: Path | null;
  readonly code: string;
  readonly severity: "error" | "warning";
  readonly text: string;
  readonly fits: string;
};

/** A line of a file, from 1, without its end. */
export type TextLine = { readonly number: number; readonly bytes: Uint8Array };
/** `line` 0: the file as a whole. */
export type RestoreFinding = {
  readonly line: number;
  readonly code: string;
  readonly text: string;
};
export type Restored = {
  readonly run: string;
  readonly protocol: string;
  readonly folder: string;
  /** Events of the export that can be trusted. */
  readonly events: number;
  /** The run's version in the ledger before and after. */
  readonly before: number;
  readonly version: number;
  /** Outputs that were brought back. */
  readonly outputs: number;
  readonly findings: readonly RestoreFinding[];
  /** Numbers of lines that can't be used: to be put aside. */
  readonly bad: readonly number[];
};

/** Something that isn't as it ought to be, or misleads. Kinds are stable. */
export type DoctorFinding = {
  readonly kind: string;
  /** null: of no single run. */
  readonly run: string | null;
  /** Tells it from others of its kind: a file, a job, a task. */
  readonly subject: string;
  /** note: harmless, or somebody's own choice. */
  readonly severity: "error" | "note";
  readonly text: string;
  /** What mends it. */
  readonly fits: string;
  /** `--fix` does it; else a person must. */
  readonly fixable: boolean;
};
export type Doctored = {
  /** What is left. */
  readonly findings: readonly DoctorFinding[];
  readonly fixed: readonly DoctorFinding[];
};
