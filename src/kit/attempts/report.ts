// Conversion of job outcomes to commands, for runs in attempts.
import type { Job, Outcome } from "../../core/job.ts";
import { asBriefed, firstMisfit, refusedReasons } from "../../core/misfit.ts";
import type { Command } from "../../core/protocol.ts";
import { refuse, type Refusal } from "../../core/refusal.ts";
import { resultsOf } from "../checks.ts";
import { findingsIn, fits } from "../findings.ts";
import { hear, type Unheard } from "../hearing.ts";
import { sessionOf } from "../judging.ts";
import { textLimit } from "./commands.ts";
import { type About, decisions } from "./decisions.ts";
import { aboutOf, judgeReport, workerReport } from "./jobs.ts";

type Ended = Extract<Outcome, { is: "ended" }>;

const failure = ({ key }: Job, unheard: Partial<Unheard>, spent = true): readonly Command[] => {
  const { reason = "", turned_away = false, retry_at = null } = unheard;
  return [{ type: "ReportFailure", data: { job: key, reason, spent, turned_away, retry_at } }];
};

const agentEnded = (job: Job, { is }: About, outcome: Ended): readonly Command[] => {
  const { tree } = outcome;
  const holder = sessionOf(job.key, outcome);
  if (is === "judge") {
    const said = hear(judgeReport, outcome, textLimit);
    return "report" in said
      ? [{ type: "GiveVerdict", data: { job: job.key, ...said.report, tree: tree.after, holder } }]
      : failure(job, said);
  }
  const said = hear(workerReport, outcome, textLimit);
  if (!("report" in said)) return failure(job, said);
  const { result, reason, ...done } = said.report;
  const changed = tree.changed.map(({ path }) => path);
  return result === "failed"
    ? failure(job, { reason: `failed: ${reason || done.summary}` })
    : [{ type: "FinishPass", data: { job: job.key, ...done, changed } }];
};

/** Refused because its subject is over: there is nothing to report. */
const outdated = ["PASS_STALE", "VERDICT_OUTDATED", "RUN_OVER", "TOKEN_STALE"];

/** Commands that follow from an outcome, possibly none; jobs that are still due come again. */
export const report = (job: Job, outcome: Outcome, refused?: Refusal): readonly Command[] => {
  const about = aboutOf(job);
  if (refused !== undefined)
    return outcome.is === "ended" && !outdated.includes(refused.code)
      ? failure(job, { reason: `its report was refused: ${refusedReasons(refused)}` })
      : [];
  if (outcome.is === "decided") return decisions.commands(about, outcome);
  if (outcome.is === "checked") {
    const { proofs, measured } = outcome;
    return [
      { type: "RecordChecks", data: { job: job.key, results: resultsOf(proofs), ...measured } },
    ];
  }
  if (about.is === "pass") {
    if (outcome.is === "granted")
      return [{ type: "BeginPass", data: { job: job.key, holder: sessionOf(job.key, outcome) } }];
    if (outcome.is === "unstarted") return failure(job, { reason: outcome.why }, false);
  }
  return outcome.is === "ended" && about.is !== "check" ? agentEnded(job, about, outcome) : [];
};

/** Why a report is invalid, while its author can still correct it. */
export const misfit = (job: Job, given: unknown): Refusal | null => {
  const about = aboutOf(job);
  if (about.is === "judge") return firstMisfit(findingsIn(judgeReport, given));
  const unfit = firstMisfit(findingsIn(workerReport, given));
  if (unfit !== null || about.is !== "pass" || !fits(workerReport, given)) return unfit;
  return given.unit === about.unit
    ? null
    : refuse("REPORT_FOREIGN", `the pass is at ${about.unit}, not at ${given.unit}`, {
        pointer: "/unit",
        ...asBriefed,
      });
};
