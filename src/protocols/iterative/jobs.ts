// Due jobs of an iterative run, derived from the state alone: recovery is a second reading.
import type { Job } from "../../core/job.ts";
import { decisionJobs } from "./jobs/decisions.ts";
import { deskJobs } from "./jobs/desks.ts";
import { checkJobs } from "./jobs/gates.ts";
import { passJobs } from "./jobs/passes.ts";
import type { State } from "./state.ts";

const moves = ({ why, begun }: Job): boolean => begun || why === null || why === "paused";

const others = (state: State): readonly Job[] => [
  ...checkJobs(state),
  ...deskJobs(state),
  ...passJobs(state),
];

/** Only a person can move the run. */
export const isIdle = (state: State): boolean => !others(state).some(moves);

/** None in an archived run, and only archiving in a cancelled one; in a paused one active work continues. */
export const jobs = (state: State): readonly Job[] => {
  if (state.archive !== null) return [];
  if (state.ended !== null) return checkJobs(state).filter(({ subject }) => subject === "archive");
  const rest = others(state);
  return [...decisionJobs(state, !rest.some(moves)), ...rest];
};
