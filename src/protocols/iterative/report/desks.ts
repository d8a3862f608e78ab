// Commands of briefs, plans and reviews. Anything else than their form is a try that failed.
import { findingsIn, fits } from "../../../kit/findings.ts";
import type { Outcome } from "../../../core/job.ts";
import { findingsText, refusedReasons } from "../../../core/reports/misfit.ts";
import type { Refusal } from "../../../core/refusal.ts";
import type { Of, Schema } from "../../../kit/schema.ts";
import type { DeskAbout, ReviewAbout } from "../jobs/about.ts";
import type { IterativeCommand } from "../commands.ts";
import { interviewShape, planShape, reviewShape } from "../report-shapes.ts";
import { whyUnread } from "../../../core/reports/unread.ts";
import { afterOf, beforeOf, type Ended, holderName } from "./agent-answer.ts";
import { fittedReport } from "./fitted-report.ts";

type Desk = DeskAbout | ReviewAbout;

const names = { interview: "interviewer", plan: "planner", review: "reviewer" } as const;
/** Characters of findings passed to the next attempt. */
const whyLimit = 2_000;

const failed = ({ is, n }: Desk, why: string): readonly IterativeCommand[] => [
  { type: "FailAttempt", data: { job: names[is], n, why: why.slice(0, whyLimit) } },
];

const shapes = { interview: interviewShape, plan: planShape, review: reviewShape } as const;

/** Unknown keys don't invalidate a report, but may explain missing content. */
const unreadText = (odd: readonly string[]): string =>
  odd.length === 0
    ? ""
    : `\nKeys that the schema doesn't name, and nobody read: ${odd.slice(0, 10).join(", ")}${odd.length > 10 ? " …" : ""}`;

/** The report in its form, or the reason why it is invalid. */
const read = <S extends Schema>(
  shape: S,
  outcome: Ended,
): { readonly report: Of<S> } | { readonly why: string } => {
  const unread = whyUnread(outcome);
  if (unread !== null) return { why: unread };
  const { report, odd } = fittedReport(shape, outcome.report);
  return fits(shape, report)
    ? { report }
    : { why: `${findingsText(findingsIn(shape, report))}${unreadText(odd)}` };
};

/** null in a report means missing. */
const given = <T extends object>(value: T): { readonly [K in keyof T]: Exclude<T[K], null> } => {
  const isGiven = (one: unknown): one is { readonly [K in keyof T]: Exclude<T[K], null> } =>
    typeof one === "object";
  const kept: unknown = Object.fromEntries(
    Object.entries(value).filter(([, field]) => field !== null && field !== undefined),
  );
  if (!isGiven(kept)) throw new TypeError("no object");
  return kept;
};

const interview = (about: DeskAbout, outcome: Ended): readonly IterativeCommand[] => {
  const found = read(interviewShape, outcome);
  if ("why" in found) return failed(about, found.why);
  const { questions, brief } = found.report;
  const asked = questions ?? [];
  if (asked.length > 0) return [{ type: "AskQuestions", data: { questions: asked.map(given) } }];
  if (brief === undefined || brief === null)
    return failed(about, "its report holds neither a brief nor questions");
  return [{ type: "WriteBrief", data: given(brief) }];
};

const plan = (about: DeskAbout, outcome: Ended): readonly IterativeCommand[] => {
  const found = read(planShape, outcome);
  if ("why" in found) return failed(about, found.why);
  const { units, notes, context } = found.report;
  return [
    {
      type: "ProposePlan",
      data: {
        units: units.map(given),
        ...(notes ? { notes } : {}),
        ...(context ? { context: given(context) } : {}),
      },
    },
  ];
};

const review = (about: ReviewAbout, outcome: Ended): readonly IterativeCommand[] => {
  const found = read(reviewShape, outcome);
  if ("why" in found) return failed(about, found.why);
  const { verdict, checked, issues } = found.report;
  if (
    verdict === "REVIEW_PASS" &&
    outcome.hosted &&
    (outcome.reason !== "exit" || outcome.exit !== 0)
  )
    return failed(
      about,
      `it says REVIEW_PASS and didn't end in order (${outcome.reason}, exit ${outcome.exit ?? "unknown"})`,
    );
  return [
    {
      type: "GiveReview",
      data: {
        round: about.round,
        holder: holderName(outcome),
        verdict,
        issues: issues.map(given),
        ...(checked ? { checked } : {}),
        before: outcome.hosted ? beforeOf(outcome) : { tree: about.tree, head: null },
        ...afterOf(outcome),
      },
    },
  ];
};

/** Refused because its subject is no longer due: there is nothing to report. */
const outdated: ReadonlySet<string> = new Set([
  "PHASE_WRONG",
  "REVIEW_OUTDATED",
  "JOB_UNKNOWN",
  "RUN_OVER",
  "RUN_ARCHIVED",
  "TOKEN_STALE",
]);

export const deskCommands = (
  about: Desk,
  outcome: Outcome,
  refused?: Refusal,
): readonly IterativeCommand[] => {
  if (refused !== undefined) {
    if (outcome.is !== "ended" || outdated.has(refused.code)) return [];
    const { odd } = fittedReport(shapes[about.is], outcome.report);
    return failed(about, `what it gave was refused:\n${refusedReasons(refused)}${unreadText(odd)}`);
  }
  // A job that was released or interrupted by a person isn't an attempt and comes again by itself.
  if (outcome.is !== "ended") return [];
  if (about.is === "review") return review(about, outcome);
  return about.is === "plan" ? plan(about, outcome) : interview(about, outcome);
};
