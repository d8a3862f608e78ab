// Jobs apart from decisions, and whether any of them moves the run.
import type { Job } from "../../../core/job.ts";
import type { State } from "../state.ts";
import { deskJobs } from "./desks.ts";
import { checkJobs } from "./gates.ts";
import { passJobs } from "./passes.ts";

const moves = ({ why, begun }: Job): boolean => begun || why === null || why === "paused";

export const otherJobs = (state: State): readonly Job[] => [
  ...checkJobs(state),
  ...deskJobs(state),
  ...passJobs(state),
];

/** Only a person can move the run. */
export const isIdle = (state: State): boolean => !otherJobs(state).some(moves);
