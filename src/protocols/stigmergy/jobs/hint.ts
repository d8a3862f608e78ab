// Check of the last signal as a hint: notes where stigmergy's rules disagree with it (section 6).
import type { Job } from "../../../core/job.ts";
import { ownOf } from "../../../core/json/own.ts";
import { oneLine } from "../../../core/words/quote.ts";
import type { State } from "../state.ts";
import { aboutOf, ruleOf } from "./about.ts";

/** The rule that each signal alone would suggest. */
const suggests: Readonly<Record<string, readonly string[]>> = {
  INIT: ["brief"],
  BRIEF_COMPLETE: ["gate", "prd"],
  BRIEF_APPROVED: ["prd"],
  PRD_COMPLETE: ["architecture", "manifest", "ux"],
  BLUEPRINT_COMPLETE: ["gate", "story-file"],
  EXECUTION_APPROVED: ["story-file", "work"],
  STORY_CREATED: ["work", "gate"],
  STORY_APPROVED: ["work"],
  STORY_STARTED: ["work"],
  STORY_IMPLEMENTATION_SUCCESS: ["check", "review", "accept"],
  STORY_QA_PASSED: ["review", "accept"],
  STORY_COMPLETE: ["story-file", "work", "audit"],
  EPIC_COMPLETE: ["story-file", "work", "audit"],
  FAILURE_DETECTED: [
    "work",
    "issue",
    "prd",
    "brief",
    "architecture",
    "manifest",
    "ux",
    "review",
    "story-file",
  ],
  ESCALATION_REQUIRED: ["issue"],
  ISSUE_IN_PROGRESS: ["issue"],
  EXECUTION_HALTED: ["halted"],
  HUMAN_INPUT_REQUIRED: ["question"],
};

/** If the signal suggests another job, the first job says so. */
export const hinted = ({ signal }: Pick<State, "signal">, jobs: readonly Job[]): readonly Job[] => {
  const [first, ...others] = jobs;
  const meant = ownOf(suggests, signal) ?? [];
  if (first === undefined || meant.length === 0 || meant.includes(ruleOf(aboutOf(first))))
    return jobs;
  return [
    {
      ...first,
      reason: `${first.reason ?? ""} (the signal ${oneLine(signal, 60)} is only a hint, and would say ${meant.join(" or ")})`,
    },
    ...others,
  ];
};
