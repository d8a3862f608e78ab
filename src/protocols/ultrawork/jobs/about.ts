// Types and reader of an ultrawork job's payload: all that report() needs, since it sees no state.
import { aboutOf as aboutIn } from "../../../core/about.ts";
import type { Digest, Path } from "../../../core/row.ts";
import type { CriterionCheck, TaskId } from "../state.ts";

/** A criterion by its task and its number, from 1, with its check. */
export type CheckedCriterion = {
  readonly task: TaskId;
  readonly criterion: number;
  readonly check: CriterionCheck;
};
export type CriterionRef = { readonly task: TaskId; readonly criterion: number };

export type About =
  | {
      readonly is: "explore";
      readonly explorer: string;
      readonly hint: string;
      readonly file: Path;
      readonly read: Path;
    }
  | { readonly is: "plan" }
  | {
      readonly is: "task";
      readonly task: TaskId;
      readonly auto: boolean;
      readonly criteria: readonly string[];
    }
  | { readonly is: "verify"; readonly sweep: number }
  /**
   * `runs[n]`: the criteria that the job's check n proves. `base`: the only tree on which a failure is meaningful; any if missing.
   * `late`: the worker chose them with its work, so they run without that work.
   */
  | {
      readonly is: "baseline";
      readonly task: TaskId;
      readonly runs: readonly (readonly CheckedCriterion[])[];
      readonly base?: Digest;
      readonly late?: true;
    }
  /** Criteria that share one check; the first names the job. `task`: of the first. */
  | {
      readonly is: "check";
      readonly task: TaskId;
      readonly criterion: number;
      readonly shown: readonly CheckedCriterion[];
    }
  /** `measure`: runs nothing and only measures the tree. */
  | { readonly is: "measure"; readonly task: TaskId; readonly criterion: number }
  | { readonly is: "seal"; readonly sweep: number }
  | { readonly is: "question"; readonly question: string; readonly options: readonly string[] }
  | { readonly is: "approve"; readonly rev: number }
  | { readonly is: "begin" }
  | { readonly is: "confirm"; readonly task: TaskId; readonly criterion: number }
  | { readonly is: "verdict"; readonly sweep: number; readonly criteria: readonly CriterionRef[] }
  | { readonly is: "stuck"; readonly on: string }
  | { readonly is: "converge" }
  | { readonly is: "unsteady" };

export const aboutOf = aboutIn<About>("ultrawork", {
  explore: true,
  plan: true,
  task: true,
  verify: true,
  baseline: true,
  check: true,
  measure: true,
  seal: true,
  question: true,
  approve: true,
  begin: true,
  confirm: true,
  verdict: true,
  stuck: true,
  converge: true,
  unsteady: true,
});
