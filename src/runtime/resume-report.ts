// How a run stands for whoever takes it up again.
import type { Job } from "../core/job.ts";

/** What is not done, and what `run` does about it. `job` null: none is due about it yet. */
export type Left = {
  readonly job: string | null;
  readonly unit: string;
  /** unstarted: somebody was about to begin it. held: somebody outside has it. failed, later: of units without a job. */
  readonly is:
    | "ended"
    | "running"
    | "unstarted"
    | "held"
    | "due"
    | "waiting"
    | "decision"
    | "failed"
    | "later";
  readonly next: string;
};
/** What nobody can know the end of. `policy`: what its protocol does with such; `next`: what will follow, asked of its rules; `then`: which job or decision is due about it afterwards. */
export type Doubt = {
  readonly job: string;
  readonly unit: string;
  readonly role: string;
  readonly why: string;
  readonly policy: Job["doubt"];
  readonly next: string;
  readonly then: string | null;
};
/** `done`: units that are not done again. */
export type ResumeReport = {
  /** Something began, and whoever began it is gone. */
  readonly interrupted: boolean;
  readonly done: readonly string[];
  readonly notDone: readonly Left[];
  readonly inDoubt: readonly Doubt[];
};
