// Due jobs of an ultrawork run, derived from the state each time; recovery needs nothing else.
import type { Job } from "../../core/job.ts";
import { agentJobs } from "./jobs/agents.ts";
import { decisions } from "./decisions.ts";
import { checkJobs } from "./jobs/checks.ts";
import { isOver } from "./over.ts";
import type { State } from "./state.ts";

/** None in an ended or archived run; a paused one starts none. Decisions first, then checks, then agents in starting order. */
export const jobs = (state: State): readonly Job[] =>
  isOver(state) || state.archived
    ? []
    : [...decisions.jobs(state), ...checkJobs(state), ...agentJobs(state)];
