// Conversion of job outcomes to commands.
import { findingsIn, fits } from "../../kit/findings.ts";
import type { Job, Outcome } from "../../core/job.ts";
import { asBriefed, firstMisfit } from "../../core/reports/misfit.ts";
import type { Command } from "../../core/protocol.ts";
import { refuse, type Refusal } from "../../core/refusal.ts";
import type { Finding } from "../../core/message.ts";
import { type About, aboutOf } from "./jobs/about.ts";
import { commands, type StigmergyCommand } from "./commands.ts";
import { decisions } from "./decisions.ts";
import { issueShape, reviewShape, workShape } from "./report-shapes.ts";
import { checkCommands, reviewCommands, verdictsOf } from "./report/judged.ts";
import { plannedCommands } from "./report/planned.ts";
import { auditCommands, issueCommands, workCommands } from "./report/worked.ts";

const isOwn = (command: Command): command is StigmergyCommand =>
  commands.some(({ type }) => type === command.type);

/** Commands that follow from an outcome, possibly none; jobs that are still due come again. */
export const report = (
  job: Job,
  outcome: Outcome,
  refused?: Refusal,
): readonly StigmergyCommand[] => {
  const about = aboutOf(job);
  switch (about.is) {
    case "plan":
    case "story-file":
      return plannedCommands(job, about, outcome, refused);
    case "work":
      return workCommands(job, about, outcome, refused);
    case "issue":
      return issueCommands(job, about, outcome, refused);
    case "review":
      return reviewCommands(job, about, outcome, refused);
    case "audit":
      return auditCommands(job, about, outcome, refused);
    case "check":
      return checkCommands(job, about, outcome, refused);
    default:
      return outcome.is === "decided" && refused === undefined
        ? decisions.commands(about, outcome).filter(isOwn)
        : [];
  }
};

const check = (about: About, given: unknown): readonly Finding[] => {
  if (about.is === "review") return findingsIn(reviewShape, given);
  if (about.is === "issue") return findingsIn(issueShape, given);
  return findingsIn(workShape, given);
};

export const misfit = (job: Job, given: unknown): Refusal | null => {
  const about = aboutOf(job);
  const unread = firstMisfit(check(about, given));
  if (unread !== null) return unread;
  if (about.is !== "review" || !fits(reviewShape, given) || given.outcome !== "done") return null;
  const verdicts = verdictsOf(given, about.criteria);
  return typeof verdicts === "string"
    ? refuse("REPORT_MISFIT", verdicts, { pointer: "/verdicts", ...asBriefed })
    : null;
};
