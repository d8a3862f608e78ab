// Types of findings of verify, restore and doctor: stable shapes for programs.
import type { Path } from "../core/row.ts";

/** A reason to distrust a record. Codes are stable. `fits`: the remedy. */
export type TrustFinding = {
  /** "": the ledger as a whole. */
  readonly run: string;
  readonly version: number | null;
  /** The absolute path of a file, or of a stored output. */
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
  /** Trusted events of the export. */
  readonly events: number;
  /** The run's version in the ledger before and after. */
  readonly before: number;
  readonly version: number;
  /** Restored outputs. */
  readonly outputs: number;
  readonly findings: readonly RestoreFinding[];
  /** Numbers of unusable lines, to be set aside. */
  readonly bad: readonly number[];
};

/** Something wrong or misleading. Kinds are stable. */
export type DoctorFinding = {
  readonly kind: string;
  /** null: of no single run. */
  readonly run: string | null;
  /** Distinguishes it from others of its kind: a file, a job, a task. */
  readonly subject: string;
  /** note: harmless, or a deliberate choice. */
  readonly severity: "error" | "note";
  readonly text: string;
  /** The remedy. */
  readonly fits: string;
  /** `--fix` does it; otherwise a person must. */
  readonly fixable: boolean;
};
export type Doctored = {
  /** The remaining findings. */
  readonly findings: readonly DoctorFinding[];
  readonly fixed: readonly DoctorFinding[];
};
