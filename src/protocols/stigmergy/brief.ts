// Dispatch of stigmergy's briefs by kind of job: from state and facts alone, repeatable after a crash.
import { argvText } from "../../core/checks/argv.ts";
import type { Job } from "../../core/job.ts";
import type { Ask, Facts } from "../../core/protocol.ts";
import { page } from "../../core/words/quote.ts";
import { changedAsk, reviewBrief } from "./brief/judging.ts";
import { planBrief } from "./brief/planning.ts";
import { auditBrief, issueBrief, statePath } from "./brief/responding.ts";
import { storyFileBrief, workBrief } from "./brief/stories.ts";
import { decisions } from "./decisions.ts";
import { aboutOf } from "./jobs/about.ts";
import { prdFile, qaFile, storyFile, storyIn } from "./manifest.ts";
import type { State } from "./state.ts";
import { workOf } from "./subjects.ts";

/** Larger state files are named, not quoted. */
const quotedEntries = 2_000;

/** The documents to quote. */
export const ask = (state: State, job: Job): Ask => {
  const about = aboutOf(job);
  switch (about.is) {
    case "story-file":
      return { files: [prdFile] };
    case "plan":
      return about.part === "manifest" ? { files: [prdFile] } : {};
    case "issue":
      return state.entries <= quotedEntries ? { files: [statePath] } : {};
    case "review":
    case "accept":
      return changedAsk(state, storyIn(state, about.story));
    case "gate": {
      const story = workOf(about.gate);
      if (story !== null) return { files: [storyFile(story)] };
      return { files: about.gate === "blueprint" ? [prdFile, qaFile] : [] };
    }
    default:
      return {};
  }
};

export const brief = (state: State, job: Job, facts: Facts): string => {
  const about = aboutOf(job);
  switch (about.is) {
    case "plan":
      return planBrief(state, job, about, facts);
    case "story-file":
      return storyFileBrief(state, job, about, facts);
    case "work":
      return workBrief(state, job, about);
    case "review":
      return reviewBrief(state, job, about, facts);
    case "issue":
      return issueBrief(state, job, about, facts);
    case "audit":
      return auditBrief(state, job, about);
    case "check":
      return (job.checks ?? [])
        .map((check) => ("argv" in check ? argvText(check.argv) : check.read))
        .join("\n");
    default:
      return page([decisions.shows(state, about, facts)]);
  }
};
