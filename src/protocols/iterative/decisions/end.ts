// Decisions at a run's end: issues that reviews left, and delivery.
import { howMany } from "../../../core/words/how-many.ts";
import { fenced } from "../../../core/words/quote.ts";
import { isRecord } from "../../../core/json/record.ts";
import { fits } from "../../../kit/findings.ts";
import * as t from "../../../kit/schema.ts";
import { gapLine } from "../brief/work.ts";
import { isReviewAsked } from "../ready.ts";
import type { State } from "../state.ts";
import { summary } from "../summary.ts";
import { any, because, decision, fields, reasoned } from "./declare.ts";

const issues = ({ final }: State): string | null =>
  final.issues.length === 0
    ? null
    : `Issues:\n\n${fenced(final.issues.map((issue) => `${issue.unit ?? "no unit"} ${gapLine(issue)}`).join("\n"))}`;

export const judge = decision("judge", {
  asks(state) {
    const { final, reviewer } = state;
    if (!isReviewAsked(state)) return null;
    return {
      key: `review-${final.asked}`,
      about: { is: "judge", n: final.asked },
      subject: "review",
      question:
        final.issues.length > 0
          ? `${howMany(final.issues.length, "issue")} after ${final.reviews} reviews. Go on?`
          : `No review could be read.${because(reviewer.why)}`,
    };
  },
  options: {
    again: {
      label: "Start new rounds",
      means: "The issues go to their units, or the work is reviewed again.",
      note: "may",
      recommended: true,
      then: ({ n }, { note }) => ({
        type: "AnswerReview",
        data: { asked: n, option: "again", ...reasoned(note) },
      }),
    },
    accept: {
      label: "Accept as it is",
      means: "The work goes on to delivery as it is, in your name and always shown as such.",
      note: "must",
      then: ({ n }, { note }) => ({
        type: "AnswerReview",
        data: { asked: n, option: "accept", ...reasoned(note) },
      }),
    },
  },
  shows: issues,
});

const issueFields = fields(
  {
    issues: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        properties: {
          problem: { type: "string", minLength: 1 },
          severity: { enum: ["critical", "major", "minor"] },
          unit: { type: "string", description: "the unit it belongs to; else it becomes one" },
          file: { type: "string" },
        },
        required: ["problem"],
      },
    },
  },
  [],
);

const issueData = t.open({
  problem: any,
  severity: t.nullish(t.oneOf(["critical", "major", "minor"])),
  unit: t.nullish(any),
  file: t.nullish(any),
});
const issuesData = t.open({ issues: t.mostOf(200, issueData) });

export const deliver = decision("deliver", {
  asks: (state) =>
    !isReviewAsked(state) && state.phase === "deliver" && state.delivery === null
      ? {
          key: `deliver-${state.deliveries + 1}`,
          about: { is: "deliver" },
          subject: "deliver",
          question: "Is the work good to be delivered?",
        }
      : null,
  options: {
    approve: {
      label: "Approve delivery",
      means:
        "The run is complete and its folder goes to the archive. A note is required where something isn't proved.",
      note: "may",
      then: (_about, { note }) => ({ type: "ApproveDelivery", data: reasoned(note) }),
    },
    reject: {
      label: "Send it back",
      means: "Your note becomes a unit. Each issue that you list goes to its unit, or becomes one.",
      note: "must",
      fields: issueFields,
      then(_about, { note, data }) {
        const bare = data === null || (isRecord(data) && Object.keys(data).length === 0);
        // The person's own words are the issue.
        if (bare)
          return note === ""
            ? null
            : { type: "RejectDelivery", data: { issues: [{ severity: "major", problem: note }] } };
        if (!fits(issuesData, data)) return null;
        const issues = data.issues.map(({ problem, severity, unit, file }) => ({
          severity: severity ?? "major",
          problem,
          ...(unit ? { unit } : {}),
          ...(file ? { file } : {}),
        }));
        return { type: "RejectDelivery", data: { issues, ...reasoned(note) } };
      },
    },
    "check-again": {
      label: "Check again",
      means: "The final gate and the review run again.",
      note: "may",
      then: (_about, { note }) => ({ type: "RejectDelivery", data: reasoned(note) }),
    },
  },
  shows: (state) => fenced(summary(state).join("\n")),
});
