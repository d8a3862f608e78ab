// Reader of job outcomes in ultrawork: a pure function from job and outcome to commands.
import type { Job, Outcome } from "../../core/job.ts";
import { asBriefed, misfitReason, refusedReasons } from "../../core/misfit.ts";
import { decisions } from "./decisions.ts";
import { refuse, type Refusal } from "../../core/refusal.ts";
import { type About, aboutOf } from "./jobs/about.ts";
import type { UltraworkCommand } from "./commands.ts";
import { baselineRecord, baselineSkipped, checkRecord, measureRecord } from "./report/checked.ts";
import { doneByExit, workOf } from "./report/claims.ts";
import { verdictOf } from "./report/judging.ts";
import { draftAsPlan, explorationOf, fromNotes, planOf, silentPlanner } from "./report/planning.ts";
import {
  badExit,
  broken,
  type Ended,
  failure,
  type ReportInput,
  type Misfit,
  misfitWords,
  turnedAway,
  unreported,
} from "./report/reading.ts";

type AgentAbout = Extract<About, { is: "explore" | "plan" | "task" | "verify" }>;

const isAgent = (about: About): about is AgentAbout =>
  about.is === "explore" || about.is === "plan" || about.is === "task" || about.is === "verify";

/** Refused because its subject is no longer active: there is nothing to report. */
const outdated: readonly string[] = [
  "JOB_UNKNOWN",
  "CHECK_OUTDATED",
  "VERDICT_OUTDATED",
  "TASK_UNSTARTED",
  "PHASE_WRONG",
  "RUN_OVER",
  "TOKEN_STALE",
];

/** Ended normally without a report: files or the exit code may replace it. */
const silent = (
  about: AgentAbout,
  outcome: Ended,
  otherwise: readonly UltraworkCommand[],
): readonly UltraworkCommand[] => {
  if (about.is === "explore") return fromNotes(about, outcome) ?? otherwise;
  if (about.is === "plan") return draftAsPlan;
  if (about.is === "task" && outcome.done === "exit" && outcome.exit === 0)
    return doneByExit(about);
  return otherwise;
};

/** A submitted report was acknowledged, so it counts even if the process's end is unknown. */
const heardOut = (outcome: Ended): Ended =>
  outcome.reason === "lost" && outcome.found === "one"
    ? { ...outcome, reason: "exit", exit: 0 }
    : outcome;

const reportOf = (
  job: Job,
  about: AgentAbout,
  heard: ReportInput,
): readonly UltraworkCommand[] | Misfit => {
  if (about.is === "explore") return explorationOf(job, about, heard);
  if (about.is === "plan") return planOf(job, about, heard);
  return about.is === "task" ? workOf(job, about, heard) : verdictOf(job, about, heard);
};

const agentEnded = (job: Job, about: AgentAbout, told: Ended): readonly UltraworkCommand[] => {
  const outcome = heardOut(told);
  if (outcome.reason === "lost" && about.is === "explore")
    return fromNotes(about, outcome) ?? broken(job, outcome) ?? [];
  const ill = broken(job, outcome);
  if (ill !== null) return ill;
  // A worker's report takes precedence over its exit code only if it admits failure: then its own words are recorded.
  const exit = badExit(job, outcome);
  if (exit !== null && !(about.is === "task" && outcome.found === "one")) return exit;
  const none = unreported(job, outcome);
  if (none !== null) return outcome.found === "none" ? silent(about, outcome, none) : none;
  const said = reportOf(job, about, outcome);
  return "misfits" in said ? failure(job, "garbage", misfitReason(misfitWords(said))) : said;
};

const again = (
  job: Job,
  about: AgentAbout,
  outcome: Outcome,
  refused: Refusal,
): readonly UltraworkCommand[] => {
  if (outcome.is !== "ended" || outdated.includes(refused.code)) return [];
  if (about.is === "plan" && outcome.found === "none")
    return turnedAway(outcome, silentPlanner(job, refusedReasons(refused)));
  return failure(job, "garbage", `its report was refused: ${refusedReasons(refused)}`);
};

const agent = (job: Job, about: AgentAbout, outcome: Outcome): readonly UltraworkCommand[] => {
  if (outcome.is === "granted")
    return [
      {
        type: "BeginJob",
        data: { job: job.key, holder: outcome.holder, hosted: outcome.hosted, leased: true },
      },
    ];
  if (outcome.is === "unstarted") return failure(job, "released", outcome.why);
  return outcome.is === "ended" ? turnedAway(outcome, agentEnded(job, about, outcome)) : [];
};

const check = (job: Job, about: About, outcome: Outcome): readonly UltraworkCommand[] => {
  // A check that the worker chose doesn't count until it ran without the work, so a lost run is repeated.
  if (about.is === "baseline" && outcome.is === "ended")
    return about.late === true ? [] : baselineSkipped(about, outcome.reason);
  if (outcome.is !== "checked") return [];
  if (about.is === "baseline") return baselineRecord(about, outcome);
  if (about.is === "check") return checkRecord(job, about, outcome);
  if (about.is === "measure") return measureRecord(job, about, outcome);
  return about.is === "seal" ? [{ type: "Complete", data: {} }] : [];
};

/** Commands that follow from an outcome, possibly none; jobs that are still due come again. */
export const report = (
  job: Job,
  outcome: Outcome,
  refused?: Refusal,
): readonly UltraworkCommand[] => {
  const about = aboutOf(job);
  if (outcome.is === "decided")
    return refused === undefined ? decisions.commands(about, outcome) : [];
  if (isAgent(about))
    return refused === undefined ? agent(job, about, outcome) : again(job, about, outcome, refused);
  return refused === undefined ? check(job, about, outcome) : [];
};

/** Validates a report as if its agent had ended normally. */
export const misfit = (job: Job, given: unknown): Refusal | null => {
  const about = aboutOf(job);
  if (!isAgent(about)) return null;
  const said = reportOf(job, about, { report: given, hosted: false, exit: 0, files: {} });
  return "misfits" in said
    ? refuse("REPORT_MISFIT", `the report doesn't fit its schema: ${misfitWords(said)}`, asBriefed)
    : null;
};
