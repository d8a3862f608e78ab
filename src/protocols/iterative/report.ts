// The command that an outcome makes: a pure reading of job and outcome, so that handing it in twice says the same.
import { findingsIn } from "../../kit/findings.ts";
import type { Job, Outcome } from "../../core/job.ts";
import { asBriefed, firstMisfit } from "../../core/reports/misfit.ts";
import { isRecord } from "../../core/json/record.ts";
import { refuse, type Refusal } from "../../core/refusal.ts";
import type { Finding } from "../../core/message.ts";
import { decisions } from "./decisions.ts";
import { type About, aboutOf } from "./jobs/about.ts";
import type { IterativeCommand } from "./commands.ts";
import { interviewShape, passShape, planShape, reviewShape, verifyShape } from "./report-shapes.ts";
import { gateCommands } from "./report/checked.ts";
import { deskCommands } from "./report/desks.ts";
import { passCommands } from "./report/passes.ts";
import { fittedReport } from "./report/fitted-report.ts";

/** Commands that follow from an outcome, possibly none; jobs that are still due come again. */
export const report = (
  job: Job,
  outcome: Outcome,
  refused?: Refusal,
): readonly IterativeCommand[] => {
  const about = aboutOf(job);
  if (outcome.is === "decided")
    return refused === undefined ? decisions.commands(about, outcome) : [];
  switch (about.is) {
    case "pass":
      return passCommands(about, outcome, refused);
    case "interview":
    case "plan":
    case "review":
      return deskCommands(about, outcome, refused);
    case "gate":
      return refused === undefined && outcome.is === "checked" ? gateCommands(about, outcome) : [];
    case "archive":
      return refused === undefined && outcome.is === "checked"
        ? [{ type: "RecordArchive", data: {} }]
        : [];
    default:
      return [];
  }
};

const check = (about: About, given: unknown): readonly Finding[] => {
  switch (about.is) {
    case "pass":
      return findingsIn(about.kind === "verification" ? verifyShape : passShape, given);
    case "interview":
      return findingsIn(interviewShape, fittedReport(interviewShape, given).report);
    case "plan":
      return findingsIn(planShape, fittedReport(planShape, given).report);
    case "review":
      return findingsIn(reviewShape, fittedReport(reviewShape, given).report);
    default:
      return [];
  }
};

export const misfit = (job: Job, given: unknown): Refusal | null => {
  const about = aboutOf(job);
  const unread = firstMisfit(check(about, given));
  if (unread !== null) return unread;
  const unit = isRecord(given) ? given["unit"] : null;
  if (about.is !== "pass" || unit === about.unit) return null;
  return refuse(
    "REPORT_MISFIT",
    `the report is of ${String(unit).slice(0, 64)}, not of ${about.unit}`,
    asBriefed,
  );
};
