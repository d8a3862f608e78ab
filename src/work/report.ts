// What outcomes of jobs mean as commands: a pure function of job and outcome.
import { faultWords } from "../core/reports/agent-fault.ts";
import type { Job, Outcome, Proof } from "../core/job.ts";
import { withLastWords } from "../core/reports/last-words.ts";
import { asBriefed, handedIn, misfitReason, refusedReasons } from "../core/reports/misfit.ts";
import type { Command } from "../core/protocol.ts";
import { isRecord } from "../core/json/record.ts";
import { type Refusal, refuse } from "../core/refusal.ts";
import { resultsOf } from "../kit/checks.ts";
import { type About, aboutOf, type CheckAbout, type Checked } from "./about.ts";
import { cut, judge } from "../kit/check/check.ts";
import { type Dialect, kindOf, type Misfit, type Report, type WorkAbout } from "./dialect.ts";

type Ended = Extract<Outcome, { is: "ended" }>;
type Done = Extract<Outcome, { is: "checked" }>;

/** Characters of a reason. */
const mostReason = 16_000;
const clipped = (reason: string): string =>
  reason.length > mostReason ? `${reason.slice(0, mostReason)}…` : reason;
/** @param outcome of an agent that its model server may have turned away */
const failed = (
  { key: job }: Job,
  kind: string,
  reason: string,
  outcome?: Ended,
): readonly Command[] => [
  {
    type: "ReportFailure",
    data: {
      job,
      kind,
      reason: clipped(reason),
      ...(outcome === undefined ? {} : troubleOf(outcome)),
    },
  },
];
/** Its subject is under way no more: there is nothing to say of it. */
const outdated: readonly string[] = [
  "JOB_UNKNOWN",
  "CHECK_OUTDATED",
  "VERDICT_OUTDATED",
  "UNIT_UNSTARTED",
  "RUN_OVER",
  "TOKEN_STALE",
];
const reportOf = (dialect: Dialect, { kind, is }: WorkAbout): Report | undefined => {
  const found = kindOf(dialect, { kind });
  return is === "judge" ? found.judge?.report : found.report;
};

/** The fault comes first, because lists cut the end. */
const withFault = (outcome: Ended, ended: string): string => {
  const { fault } = outcome;
  const text = `${ended}${handedIn(outcome)}${withLastWords(outcome)}`;
  if (fault === null) return text;
  const words = faultWords[fault.kind];
  return words === null
    ? `${text} (its program told of a trouble of its own)`
    : `${words} (${text})`;
};
/** Its model server kept it from work, so the attempt doesn't count; unless it reported, or used its whole time. */
const troubleOf = ({ fault, found }: Ended): object => {
  if (fault === null || fault.kind === "other" || found === "one") return {};
  const { kind: trouble, retryAt } = fault;
  return { trouble, ...(retryAt === undefined ? {} : { retry_at: retryAt }) };
};
const lost =
  "its process and its spool are gone, nobody can know how it ended; it may have left changes";
/** A failure by the way it ended, whatever it reported; null if it ended by itself. */
const broken = (job: Job, outcome: Ended): readonly Command[] | null => {
  switch (outcome.reason) {
    case "exit":
      return null;
    case "lapsed":
      return failed(job, "lapsed", "its lease ran out without a report");
    case "lost":
      return failed(job, "lost", lost);
    case "timeout": {
      const minutes = Math.round(job.limits.ms / 60_000);
      return failed(job, "timeout", withFault(outcome, `took longer than ${minutes} minutes`));
    }
    case "killed":
      return failed(job, "crashed", withFault(outcome, "its process was killed"), outcome);
    default: {
      const flooded = `wrote more than ${job.limits.bytes} bytes of output and was stopped`;
      return failed(job, "crashed", flooded, outcome);
    }
  }
};
const unread = {
  broken: "its report block holds no JSON, nests too deep or has a key twice",
  several: "it gave two reports that differ",
  foreign: "its report is another job's",
} as const;
const misfitWords = ({ misfits }: Misfit): string =>
  misfits
    .slice(0, 10)
    .map(({ pointer, text }) => `${pointer === "" ? "it" : pointer} ${text}`)
    .join("; ");

const agentEnded = (
  job: Job,
  about: WorkAbout,
  report: Report,
  given: Ended,
): readonly Command[] => {
  // A report that was taken counts, even if the process's end is unknown.
  const outcome: Ended =
    given.reason === "lost" && given.found === "one"
      ? { ...given, reason: "exit", exit: 0 }
      : given;
  const ill = broken(job, outcome);
  if (ill !== null)
    return outcome.reason === "lost" ? (report.silent?.(about, outcome, true) ?? ill) : ill;
  // A report is read before a bad exit only where a worker itself admits that it failed.
  const isBad = outcome.hosted && outcome.exit !== 0;
  const exit = outcome.exit === null ? "exit unknown" : `ended with exit code ${outcome.exit}`;
  if (isBad && !(outcome.found === "one" && job.writes === "anything"))
    return failed(job, "crashed", withFault(outcome, exit), outcome);
  if (outcome.found === "none")
    return (
      report.silent?.(about, outcome, false) ??
      failed(job, "silent", withFault(outcome, "ended without a report"), outcome)
    );
  if (outcome.found !== "one") return failed(job, "garbage", unread[outcome.found], outcome);
  const said = report.read(job, about, outcome);
  return "misfits" in said
    ? failed(job, "garbage", misfitReason(misfitWords(said)), outcome)
    : said;
};
const agent = (
  dialect: Dialect,
  job: Job,
  about: WorkAbout,
  outcome: Outcome,
): readonly Command[] => {
  if (outcome.is === "granted") {
    const { holder, hosted } = outcome;
    return [{ type: "BeginJob", data: { job: job.key, holder, hosted, leased: true } }];
  }
  if (outcome.is === "unstarted") {
    const { why, forgotten } = outcome;
    const data = { job: job.key, kind: "released", reason: clipped(why) };
    const forgot = forgotten === true ? { forgotten } : {};
    return [{ type: "ReportFailure", data: { ...data, ...forgot } }];
  }
  const report = reportOf(dialect, about);
  return outcome.is === "ended" && report !== undefined
    ? agentEnded(job, about, report, outcome)
    : [];
};
/** The rules refused what its report means. */
const again = (job: Job, outcome: Outcome, refused: Refusal): readonly Command[] => {
  if (outcome.is !== "ended" || outdated.includes(refused.code)) return [];
  const reasons = refusedReasons(refused);
  return outcome.found === "none"
    ? failed(
        job,
        "silent",
        `ended without a report, and what it left doesn't stand for one: ${reasons}`,
        outcome,
      )
    : failed(job, "garbage", `its report was refused: ${reasons}`);
};

/** The bytes of a picture say nothing as text. */
const excerptOf = ({ check }: Checked, proof: Proof): string =>
  check.type === "screenshot" ? `${proof.bytes} bytes` : cut(proof.text);
const unrun = { passed: false, captured: false, hollow: false, why: "it couldn't be run" };
const results = (about: CheckAbout, { proofs }: Done): readonly object[] =>
  about.runs.flatMap((run, index) =>
    run.map((one) => {
      const proof = proofs[index];
      const of = { unit: one.unit, criterion: one.criterion };
      if (proof === undefined)
        return { ...of, ...unrun, exit: null, tree: null, digest: null, excerpt: "" };
      return {
        ...of,
        ...judge(one.check, proof),
        exit: proof.exit,
        tree: proof.tree,
        digest: proof.digest,
        excerpt: excerptOf(one, proof),
      };
    }),
  );
const checked = (job: Job, about: CheckAbout, outcome: Outcome): readonly Command[] => {
  if (outcome.is !== "checked") return [];
  const { tree, head } = outcome.measured;
  const shared = resultsOf(outcome.proofs.slice(about.runs.length));
  const data = { job: job.key, tree, head, results: results(about, outcome), shared };
  return [{ type: "RecordChecks", data }];
};

type Decided = (about: About, outcome: Extract<Outcome, { is: "decided" }>) => readonly Command[];
/** Commands of an outcome, possibly none: what is still due comes again. */
export const reportBy =
  (dialect: Dialect, decided: Decided) =>
  (job: Job, outcome: Outcome, refused?: Refusal): readonly Command[] => {
    const about = aboutOf(job);
    if (about.is === "work" || about.is === "judge")
      return refused === undefined
        ? agent(dialect, job, about, outcome)
        : again(job, outcome, refused);
    if (refused !== undefined) return [];
    if (outcome.is === "decided") return decided(about, outcome);
    return about.is === "check" || about.is === "before" ? checked(job, about, outcome) : [];
  };
/** Work that would be returned: nothing judges it, and no claim names a check for a criterion that has none. */
const unshown = (
  dialect: Dialect,
  { kind, criteria, bare }: WorkAbout,
  said: readonly Command[],
): Refusal | null => {
  const named = said.flatMap(({ type, data }) =>
    type === "ClaimEvidence" && isRecord(data) && (data["command"] ?? data["path"]) !== undefined
      ? [data["criterion"]]
      : [],
  );
  const number = bare.find((one) => !named.includes(one) && !named.includes(criteria[one - 1]));
  const isDone = said.some(({ type }) => type === "ReportDone");
  if (number === undefined || !isDone || kindOf(dialect, { kind }).course.includes("judge"))
    return null;
  const evidence = `"evidence": [{"criterion": ${number}, "command": "npm test"}]`;
  return refuse(
    "REPORT_MISFIT",
    `criterion ${number} has no check, and the report names none: ${criteria[number - 1] ?? ""}`,
    {
      fits: `name one that fails without the work: \`cairn job report --data '{"status": "done", "summary": "WHAT WAS DONE", ${evidence}}'\``,
    },
  );
};
/** Reads a report as if its agent had ended well; null if it is readable, and can come to something. */
export const misfitBy =
  (dialect: Dialect) =>
  (job: Job, given: unknown): Refusal | null => {
    const about = aboutOf(job);
    if (about.is !== "work" && about.is !== "judge") return null;
    const heard = { report: given, hosted: false, exit: 0, files: {}, done: "report" } as const;
    const said = reportOf(dialect, about)?.read(job, about, heard);
    return said !== undefined && "misfits" in said
      ? refuse(
          "REPORT_MISFIT",
          `the report doesn't fit its schema: ${misfitWords(said)}`,
          asBriefed,
        )
      : unshown(dialect, about, said ?? []);
  };
