// Common handling of agents that crash, stay silent or report garbage, in ultrawork.
import { faultWords } from "../../../core/agent-fault.ts";
import type { Job, Outcome } from "../../../core/job.ts";
import { withLastWords } from "../../../core/last-words.ts";
import { handedIn } from "../../../core/misfit.ts";
import type { Finding } from "../../../core/message.ts";
import type { UltraworkCommand, UltraworkCommands } from "../commands.ts";
import { isTrouble } from "../trouble.ts";

export type Ended = Extract<Outcome, { is: "ended" }>;
/** Parts of an outcome needed to read its report. */
export type ReportInput = Pick<Ended, "report" | "hosted" | "exit" | "files">;
/** A report that doesn't match what its brief asks for. */
export type Misfit = { readonly misfits: readonly Finding[] };
export type Reading<A> = (
  job: Job,
  about: A,
  outcome: ReportInput,
) => readonly UltraworkCommand[] | Misfit;
type Kind = UltraworkCommands["ReportFailure"]["data"]["kind"];

/** Characters of a reason in briefs and files; longer ones are cut. */
const reasonLimit = 16_000;

const cut = (reason: string): string =>
  reason.length > reasonLimit ? `${reason.slice(0, reasonLimit)}…` : reason;

export const failure = (job: Job, kind: Kind, reason: string): readonly UltraworkCommand[] => [
  {
    type: "ReportFailure",
    data: {
      job: job.key,
      kind,
      reason: cut(reason),
    },
  },
];
export const failed = (job: Job, reason: string): readonly UltraworkCommand[] =>
  failure(job, "failed", reason);

export const misfit = (...misfits: readonly Finding[]): Misfit => ({ misfits });
export const misfitWords = ({ misfits }: Misfit): string =>
  cut(misfits.map(({ pointer, text }) => `${pointer === "" ? "it" : pointer} ${text}`).join("; "));

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

/** Its model server prevented the work, so the attempt doesn't count; unless it reported or used its whole time. */
export const turnedAway = (
  outcome: Ended,
  commands: readonly UltraworkCommand[],
): readonly UltraworkCommand[] => {
  const { fault, found } = outcome;
  if (fault === null || !isTrouble(fault.kind) || found === "one") return commands;
  const { kind: trouble, retryAt } = fault;
  return commands.map((one) =>
    one.type === "ReportFailure" &&
    (one.data.kind === "crashed" || one.data.kind === "silent" || one.data.kind === "garbage")
      ? {
          ...one,
          data: { ...one.data, trouble, ...(retryAt === undefined ? {} : { retry_at: retryAt }) },
        }
      : one,
  );
};

/** Failure by the way it ended, whatever it reported; null if it ended normally. */
export const broken = (job: Job, outcome: Ended): readonly UltraworkCommand[] | null => {
  const { reason } = outcome;
  if (reason === "exit") return null;
  if (reason === "lost")
    return failure(
      job,
      "lost",
      "its process and its spool are gone, nobody can know how it ended; it may have left changes",
    );
  if (reason === "lapsed") return failure(job, "lapsed", "its lease ran out without a report");
  if (reason === "timeout")
    return failure(
      job,
      "timeout",
      withFault(outcome, `took longer than ${Math.round(job.limits.ms / 60_000)} minutes`),
    );
  if (reason === "killed")
    return failure(job, "crashed", withFault(outcome, "its process was killed"));
  return failure(
    job,
    "crashed",
    `wrote more than ${job.limits.bytes} bytes of output and was stopped`,
  );
};

export const badExit = (job: Job, outcome: Ended): readonly UltraworkCommand[] | null =>
  outcome.hosted && outcome.exit !== 0
    ? failure(
        job,
        "crashed",
        withFault(
          outcome,
          outcome.exit === null ? "exit unknown" : `ended with exit code ${outcome.exit}`,
        ),
      )
    : null;

const unread = {
  broken: "its report block holds no JSON, nests too deep or has a key twice",
  several: "it gave two reports that differ",
  foreign: "its report is another job's",
} as const;

/** Why there is no report to read; null if there is one. */
export const unreported = (job: Job, outcome: Ended): readonly UltraworkCommand[] | null => {
  if (outcome.found === "one") return null;
  if (outcome.found === "none")
    return failure(job, "silent", withFault(outcome, "ended without a report"));
  return failure(job, "garbage", unread[outcome.found]);
};
