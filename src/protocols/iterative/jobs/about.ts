// Types and reader of an iterative job's payload: pass, gate, desk or review, complete for its outcome.
import { aboutOf as aboutIn } from "../../../kit/about.ts";
import type { PassKind, UnitId } from "../state.ts";

export type PassAbout = {
  readonly is: "pass";
  readonly unit: UnitId;
  readonly n: number;
  readonly kind: Exclude<PassKind, "person">;
  /** Origin of a lesson from this pass: `T1 iteration 2`. */
  readonly learned: string;
  /** Number of criteria that its verifier must judge. */
  readonly criteria: number;
};
export type GateAbout = {
  readonly is: "gate";
  /** null for the final gate. */
  readonly unit: UnitId | null;
  readonly n: number;
  /** `names[i]`: the gate check that the job's check i belongs to. */
  readonly names: readonly string[];
};
export type DeskAbout = { readonly is: "interview" | "plan"; readonly n: number };
/** `tree`: what the final gate saw, for an external reviewer whose tree isn't measured. */
export type ReviewAbout = {
  readonly is: "review";
  readonly n: number;
  readonly round: number;
  readonly tree: string | null;
};
export type About =
  | PassAbout
  | GateAbout
  | DeskAbout
  | ReviewAbout
  | { readonly is: "archive" }
  | { readonly is: "question"; readonly question: string; readonly options: readonly string[] }
  | { readonly is: "brief" }
  /** `proposed`: the person has a plan to approve; otherwise a plan must be filled in. */
  | { readonly is: "approve"; readonly rev: number; readonly proposed: boolean }
  | { readonly is: "stuck"; readonly unit: UnitId; readonly n: number }
  | { readonly is: "hand-back"; readonly unit: UnitId }
  | { readonly is: "criteria"; readonly unit: UnitId }
  | { readonly is: "judge"; readonly n: number }
  | { readonly is: "deliver" };

export const aboutOf = aboutIn<About>("iterative");
