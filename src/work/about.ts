// Data of jobs: all that the meaning of an outcome needs, since it is read without the state.
import { aboutOf as aboutIn } from "../kit/about.ts";
import type { WorkAbout } from "./dialect.ts";
import type { Check } from "../kit/check/shape.ts";

/** A criterion by its unit and number, from 1, with its check. */
export type Checked = {
  readonly unit: string;
  readonly criterion: number;
  readonly check: Check;
};
export type CheckAbout = {
  readonly is: "check" | "before";
  readonly unit: string;
  /** `runs[n]`: the criteria that the job's check n shows. */
  readonly runs: readonly (readonly Checked[])[];
  /** Behind those, checks of the run itself. */
  readonly shared: number;
};
export type About =
  | WorkAbout
  | CheckAbout
  | { readonly is: "question"; readonly question: string; readonly options: readonly string[] }
  | { readonly is: "approve"; readonly rev: number }
  | { readonly is: "confirm"; readonly unit: string; readonly criterion: number }
  | { readonly is: "stuck"; readonly unit: string }
  | { readonly is: "verdict"; readonly unit: string };

export const aboutOf = aboutIn<About>("the model of work");
