// Why: what ought to be under way is read off the state each time, so that recovery is nothing but reading it again.
import type { Job } from "../../core/job.ts";
import { explorerJobs, planJobs, taskJobs, verifyJobs } from "./jobs/agents.ts";
import { checkJobs } from "./jobs/checks.ts";
import { decisionJobs, turnedAway } from "./jobs/decisions.ts";
import { confirmations } from "./jobs/due.ts";
import { isOver } from "./over.ts";
import type { State } from "./state.ts";

const agents = (state: State): readonly Job[] => {
  if (state.phase === "PLANNING")
    return state.plan.state === "draft" ? [...explorerJobs(state), ...planJobs(state)] : [];
  if (state.phase === "EXECUTION") return taskJobs(state);
  if (state.phase !== "VERIFICATION") return [];
  const { sweep, options } = state;
  const judged =
    sweep.state === "passed" && sweep.verdict === null && confirmations(state).length === 0;
  return judged && options.verifier !== "person" ? verifyJobs(state) : [];
};

/** None in an ended or archived run; a paused one starts none. Decisions first, then checks, then agents in the order in which they should start. */
export const jobs = (state: State): readonly Job[] => {
  if (isOver(state) || state.archived) return [];
  const due = agents(state);
  return [...decisionJobs(state), ...turnedAway(state, due), ...checkJobs(state), ...due];
};
