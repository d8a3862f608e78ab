// Due jobs of an iterative run, derived from the state alone: recovery is a second reading.
import type { Job } from "../../core/job.ts";
import { decisionJobs } from "./decisions.ts";
import { checkJobs } from "./jobs/gates.ts";
import { isIdle, otherJobs } from "./jobs/idle.ts";
import type { State } from "./state.ts";

/** None in an archived run, and only archiving in a cancelled one; in a paused one active work continues. */
export const jobs = (state: State): readonly Job[] => {
  if (state.archive !== null) return [];
  if (state.ended !== null) return checkJobs(state).filter(({ subject }) => subject === "archive");
  return [...decisionJobs(state, isIdle(state)), ...otherJobs(state)];
};
