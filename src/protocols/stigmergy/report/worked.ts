// Commands of work, issue and audit outcomes: work is only claimed here.
import { findingsIn, fits } from "../../../kit/findings.ts";
import { findingsText, refusedReasons } from "../../../core/reports/misfit.ts";
import type { Job, Outcome } from "../../../core/job.ts";
import type { Refusal } from "../../../core/refusal.ts";
import type { AuditAbout, IssueAbout, WorkAbout } from "../jobs/about.ts";
import type { StigmergyCommand } from "../commands.ts";
import { issueShape } from "../report-shapes.ts";
import { attempt, failure, givenUp, unable, wordless } from "./failing.ts";
import { afterOf, changedIn, type Ended, agentAnswer, type AgentAnswer } from "./agent-answer.ts";
import { unfound } from "./planned.ts";
import { strays } from "./strays.ts";

/** A refusal for one of these counts as a failure, because the same work would otherwise start again without end. */
const counts: ReadonlySet<string> = new Set([
  "QUESTION_EXCESSIVE",
  "FIELD_OVERSIZED",
  "FIELD_INVALID",
]);

export const workCommands = (
  job: Job,
  about: WorkAbout,
  outcome: Outcome,
  refused?: Refusal,
): readonly StigmergyCommand[] => {
  const { story } = about;
  if (outcome.is === "granted")
    return refused === undefined ? [{ type: "StartStory", data: { story } }] : [];
  if (outcome.is !== "ended") return [];
  if (refused !== undefined)
    return counts.has(refused.code) ? failure(about, "work", refusedReasons(refused)) : [];
  const word = agentAnswer(outcome);
  if (word.is !== "reported") return wordless(job, about, word);
  if (word.outcome !== "done") return unable(about, word);
  const summary = `${word.summary}${strays(about, outcome)}`;
  return [
    {
      type: "FinishWork",
      data: {
        story,
        summary,
        files_modified: word.files,
        ...afterOf(outcome),
        ...changedIn(outcome),
      },
    },
  ];
};

const solutionOf = ({ report }: Ended): string =>
  fits(issueShape, report) ? (report.solution?.trim() ?? "") : "";

/** An unreadable solution is no solution, and its summary doesn't replace it. */
const heardOf = (outcome: Ended): AgentAnswer => {
  const word = agentAnswer(outcome);
  const [finding] = word.is === "reported" ? findingsIn(issueShape, outcome.report) : [];
  return finding === undefined ? word : { is: "unreported", why: findingsText([finding]) };
};

const solved = (
  about: IssueAbout,
  outcome: Ended,
  summary: string,
): readonly StigmergyCommand[] => {
  const solution = solutionOf(outcome);
  const said = `${solution === "" ? summary : solution}${strays(about, outcome)}`;
  return [
    {
      type: "ResolveIssue",
      data: { issue: about.issue, solution: said.slice(0, 4_096), ...changedIn(outcome) },
    },
  ];
};

export const issueCommands = (
  job: Job,
  about: IssueAbout,
  outcome: Outcome,
  refused?: Refusal,
): readonly StigmergyCommand[] => {
  const { issue, subject } = about;
  if (outcome.is === "granted")
    return refused === undefined ? [{ type: "TakeIssue", data: { issue } }] : [];
  if (outcome.is !== "ended") return [];
  if (refused !== undefined)
    return counts.has(refused.code) ? givenUp(about, refusedReasons(refused)) : [];
  const word = heardOf(outcome);
  if (word.is === "reported") {
    if (word.outcome === "done") return solved(about, outcome, word.summary);
    return word.outcome === "blocked" && word.question !== null
      ? [{ type: "AskPerson", data: { subject, text: word.question } }]
      : givenUp(about, word.summary);
  }
  const again = (word.is === "unreported" || word.is === "lost") && !about.last;
  return again ? attempt(job, word.why) : givenUp(about, word.why);
};

const twice = 1;
export const auditCommands = (
  job: Job,
  about: AuditAbout,
  outcome: Outcome,
  refused?: Refusal,
): readonly StigmergyCommand[] => {
  if (outcome.is !== "ended") return [];
  const { epic, tried } = about;
  const nothing = (why: string): readonly StigmergyCommand[] =>
    tried >= twice
      ? [{ type: "SkipAudit", data: { epic, reason: why.slice(0, 4_096) } }]
      : attempt(job, why);
  if (refused !== undefined)
    return unfound.includes(refused.code) ? nothing(refusedReasons(refused)) : [];
  const word = agentAnswer(outcome);
  if (word.is !== "reported") return nothing(word.why);
  return word.outcome === "done"
    ? [
        {
          type: "FinishAudit",
          data: {
            epic,
            summary: `${word.summary}${strays(about, outcome)}`,
            ...changedIn(outcome),
          },
        },
      ]
    : nothing(word.summary);
};
