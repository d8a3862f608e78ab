// Briefs of ultrawork's agents and persons, derived from the state alone.
import type { Job } from "../../core/job.ts";
import type { Ask, Facts } from "../../core/protocol.ts";
import { decisions } from "./decisions.ts";
import { optionLines } from "../../core/decision-options.ts";
import { fenced, page } from "../../core/quote.ts";
import { explorerBrief } from "./brief/explorer.ts";
import { plannerBrief } from "./brief/planner.ts";
import { verifierBrief } from "./brief/verifier.ts";
import { workerBrief } from "./brief/worker.ts";
import { aboutOf } from "./jobs/about.ts";
import { place } from "./place.ts";
import type { State } from "./state.ts";

/** Only the verifier is told what changed since the run began. */
export const ask = (state: State, job: Job): Ask =>
  aboutOf(job).is === "verify" && state.base.tree !== null
    ? { tree: true, changed: state.base.tree }
    : {};

/** The question, why it is asked now, and the consequences of each choice. */
const decisionBrief = (state: State, job: Job, facts: Facts): string =>
  page([
    `# ${job.key}`,
    fenced(job.decision?.question ?? ""),
    optionLines(job.decision?.options ?? []),
    decisions.shows(state, aboutOf(job), facts),
    `Answer by \`cairn decide ${state.run} ${job.key} OPTION\`, a note by \`--note\`.`,
  ]);

export const brief = (state: State, job: Job, facts: Facts): string => {
  const about = aboutOf(job);
  // Agents open files by the given path and don't expand `~`.
  const folder = facts.folder ?? place(state);
  switch (about.is) {
    case "explore":
      return explorerBrief(state, job, about, folder);
    case "plan":
      return plannerBrief(state, job, folder);
    case "task":
      return workerBrief(state, job, about.task, folder);
    case "verify":
      return verifierBrief(state, job, about.sweep, { facts, folder });
    case "baseline":
    case "check":
    case "measure":
    case "seal":
      return (job.checks ?? [])
        .map((check) => ("argv" in check ? check.argv.join(" ") : check.read))
        .join("\n");
    default:
      return decisionBrief(state, job, facts);
  }
};
