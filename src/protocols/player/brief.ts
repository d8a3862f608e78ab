// Dispatch of the player's briefs: built from the state alone, repeatable after a crash.
import type { Job } from "../../core/job.ts";
import { nodeBrief } from "./brief/node.ts";
import { questionBrief } from "./brief/question.ts";
import { aboutOf } from "./jobs/about.ts";
import type { State } from "./state.ts";
import { argsOf } from "./node-args.ts";

export const brief = (state: State, job: Job): string => {
  const about = aboutOf(job);
  if (about.is === "node") return nodeBrief(state, job, about);
  if (about.is === "child") return argsOf(state, about.node).args;
  return questionBrief(state, about.is === "ask" ? about.node : about.checkpoint);
};
