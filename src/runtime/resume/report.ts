// Types of the report for resuming a run.
import type { Job } from "../../core/job.ts";

/** Open work, and what `run` does about it. `job` null: none is due yet. */
export type OpenJob = {
  readonly job: string | null;
  readonly unit: string;
  /** unstarted: about to begin when interrupted. held: by an external worker. failed, later: units without a job. */
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
/** A job with an unknown end. `policy`: the protocol's handling of such; `next`: what will follow by its rules; `then`: the job or decision due afterwards. */
export type Doubt = {
  readonly job: string;
  readonly unit: string;
  readonly role: string;
  readonly why: string;
  readonly policy: Job["doubt"];
  readonly next: string;
  readonly then: string | null;
};
/** `done`: units that aren't repeated. */
export type ResumeReport = {
  /** Something began, and the process that began it is gone. */
  readonly interrupted: boolean;
  readonly done: readonly string[];
  readonly notDone: readonly OpenJob[];
  readonly inDoubt: readonly Doubt[];
};
