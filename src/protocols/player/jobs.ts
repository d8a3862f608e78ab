// Due jobs of a player run, derived from the state alone: recovery is a second reading.
import type { Job } from "../../core/job.ts";
import { decisions } from "./decisions.ts";
import { nodeJobs } from "./jobs/nodes.ts";
import { isOver } from "./nodes.ts";
import type { State } from "./state.ts";

/** None in an ended or archived run. While the run is paused, active jobs continue and no new ones start. */
export const jobs = (state: State): readonly Job[] =>
  isOver(state) || state.archived ? [] : [...decisions.jobs(state), ...nodeJobs(state)];
