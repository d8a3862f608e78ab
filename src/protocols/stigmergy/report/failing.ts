// Commands of attempts without a result: another attempt, then a failure.
import type { Job } from "../../../core/job.ts";
import type { AgentAbout, IssueAbout } from "../jobs/about.ts";
import { textLimit } from "../limits.ts";
import type { StigmergyCommand } from "../commands.ts";
import type { Strike } from "../state.ts";
import type { AgentAnswer } from "./agent-answer.ts";

/** Only the engine counts failures of checks. */
type Failed = Exclude<Strike["kind"], "check">;
type Counted = Exclude<AgentAbout, { is: "audit" } | { is: "issue" }>;

export const attempt = ({ key }: Job, reason: string): readonly StigmergyCommand[] => [
  { type: "CountAttempt", data: { job: key, reason } },
];

export const failure = (
  { subject }: Counted,
  kind: Failed,
  reason: string,
): readonly StigmergyCommand[] => [{ type: "ReportFailure", data: { subject, kind, reason } }];

const kindOf: Readonly<Record<Exclude<AgentAnswer["is"], "reported">, Failed>> = {
  unreported: "garbage",
  lost: "work",
  exited: "work",
  timedOut: "timeout",
};

/** It ended without a valid report. */
export const wordless = (
  job: Job,
  about: Counted,
  heard: Exclude<AgentAnswer, { is: "reported" }>,
): readonly StigmergyCommand[] => {
  const { is, why } = heard;
  if (!about.last && (is === "lost" || (is === "unreported" && about.tired !== true)))
    return attempt(job, why);
  return failure(about, is === "exited" && about.is === "review" ? "review" : kindOf[is], why);
};

/** It reports that it failed or is blocked. */
export const unable = (
  about: Counted,
  { outcome, summary, question }: Extract<AgentAnswer, { is: "reported" }>,
): readonly StigmergyCommand[] => {
  if (outcome === "failed")
    return failure(about, about.is === "review" ? "review" : "work", summary);
  return question === null
    ? [{ type: "Escalate", data: { subject: about.subject, summary } }]
    : [{ type: "AskPerson", data: { subject: about.subject, text: question.slice(0, textLimit) } }];
};

export const givenUp = ({ issue }: IssueAbout, reason: string): readonly StigmergyCommand[] => [
  { type: "GiveUpIssue", data: { issue, reason: reason.slice(0, textLimit) } },
];
