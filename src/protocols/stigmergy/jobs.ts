// Due jobs of a stigmergy run, from manifest, issues, gates and settings; never from the last signal.
import type { Job } from "../../core/job.ts";
import { life } from "./ended.ts";
import { auditJobs, issueJobs } from "./jobs/aside.ts";
import { storyFileJobs, workJobs } from "./jobs/building.ts";
import { hinted } from "./jobs/hint.ts";
import { gate } from "./decisions/gate.ts";
import { autonomy, drift, halt, question } from "./decisions/matters.ts";
import { planningJobs } from "./jobs/planning.ts";
import { checkJobs, reviewJobs } from "./jobs/proving.ts";
import type { State } from "./state.ts";
import { phaseOf } from "./window.ts";

/** In order of precedence: the first job comes next. None for a finished run. */
export const jobs = (state: State): readonly Job[] => {
  const now = life(state);
  if (now === "archived" || now === "over") return [];
  if (state.halted !== null) return hinted(state, halt.jobs(state));
  const phase = phaseOf(state);
  return hinted(state, [
    ...question.jobs(state),
    ...issueJobs(state),
    ...drift.jobs(state),
    ...autonomy.jobs(state),
    ...gate.jobs(state),
    ...planningJobs(state),
    ...reviewJobs(state, phase),
    ...workJobs(state, phase),
    ...checkJobs(state, phase),
    ...storyFileJobs(state, phase),
    ...auditJobs(state),
  ]);
};
