// Decisions of planning and judgement: agents' questions, approval, criteria, the whole.
import { type Answer, decisionsOn } from "../core/rules/decision.ts";
import { offered } from "../core/words/decision-options.ts";
import { hollowWords, unchangedWords } from "../kit/check/hollow.ts";
import type { Command } from "../core/protocol.ts";
import { fencedJson, oneLine, paragraphs, planWords } from "../core/words/quote.ts";
import { fits } from "../kit/findings.ts";
import { jsonSchemaOf } from "../kit/json-schema.ts";
import * as t from "../kit/schema.ts";
import type { About } from "./about.ts";
import { criteriaToJudge, quoted } from "./brief.ts";
import { issueFields } from "./commands/verdict.ts";
import { checkText } from "../kit/check/check.ts";
import { confirmations, plannerOf, stageOf, worked } from "./course.ts";
import { type Dialect, kindOf } from "./dialect.ts";
import { planText } from "./plan-text.ts";
import type { Criterion, Unit } from "./unit.ts";
import { find, type Work } from "./work.ts";

export const decision = decisionsOn<Work, About, Command>();
type Noted = { readonly note: string };

type Asked = Extract<About, { is: "question" }>;
/** One of the offered answers, with a note on it, or the note alone: an answer in a person's own words. */
const answered = ({ question, options }: Asked, { option, note }: Answer): Command => {
  const chosen = options[Number(option) - 1];
  const answer = chosen === undefined ? note : note === "" ? chosen : `${chosen} (${note})`;
  return { type: "Answer", data: { question, answer } };
};

export const question = decision("question", {
  asks: ({ questions }) =>
    questions
      .filter(({ answer }) => answer === null)
      .map(({ id, unit, text, options }) => ({
        key: `question-${id}`,
        about: { is: "question", question: id, options },
        subject: unit,
        question: text,
        offered: options.map((one, index) => ({ ...offered(index, one), note: "may" })),
      })),
  chosen: answered,
  options: {
    answer: { label: "Answer in your own words", note: "must", then: answered },
  },
});

export const approval = (dialect: Dialect) =>
  decision("approve", {
    asks: (state) =>
      state.plan.state === "proposed"
        ? {
            key: `approve-${state.plan.rev}`,
            about: { is: "approve", rev: state.plan.rev },
            subject: plannerOf(dialect, state)?.id ?? "plan",
            question: `Is ${planWords(state.plan.rev)} good to be worked on?`,
          }
        : null,
    options: {
      approve: {
        label: "Approve the plan",
        means: "Workers start on the first units.",
        note: "none",
        recommended: true,
        then: ({ rev }) => ({ type: "ApprovePlan", data: { rev } }),
      },
      revise: {
        label: "Send it back",
        means: "The plan goes back to the planner with your note.",
        note: "must",
        then: ({ rev }, { note }) => ({ type: "RevisePlan", data: { rev, reason: note } }),
      },
      cancel: {
        label: "Cancel the run",
        means: "The run ends. It can be reopened later.",
        note: "may",
        ends: true,
        then: (_about, { note }) => ({ type: "Cancel", data: note === "" ? {} : { reason: note } }),
      },
    },
    shows: (state, _about, facts) => planText(dialect, state, facts),
  });

const showsNothing = ({ check, proof }: Criterion): string =>
  proof?.hollow === true
    ? ` (its check, ${checkText(check)}, ${proof.why ?? hollowWords})`
    : check === null
      ? " (nothing checks it)"
      : "";
const confirmed = (
  { unit, criterion }: Extract<About, { is: "confirm" }>,
  met: boolean,
  reason: string,
): Command => ({ type: "Confirm", data: { unit, criterion, met, reason } });
/** The criteria of a unit as a judge sees them. */
export const proofsOf = (state: Work, id: string): string | null => {
  const unit = find(state, id);
  return unit === undefined || unit.criteria.length === 0
    ? null
    : fencedJson(criteriaToJudge(unit, "unit"));
};

/** The line that shows the work, where there is any. */
const whereWork = ({ run }: Work, { id }: Unit, { proof }: Criterion): string =>
  proof?.why === unchangedWords ? "" : `\n\`cairn diff ${run} ${id} --patch\` shows the work.`;

export const confirmation = (dialect: Dialect) =>
  decision("confirm", {
    asks: (state) =>
      confirmations(dialect, state).map(({ unit, number, criterion }) => ({
        key: `confirm-${unit.id}-${number}`,
        about: { is: "confirm", unit: unit.id, criterion: number },
        subject: unit.id,
        question: `Does this hold? ${kindOf(dialect, unit).noun} ${unit.id}, criterion ${number}: ${criterion.text}${showsNothing(criterion)}${whereWork(state, unit, criterion)}`,
      })),
    options: {
      met: {
        label: "Mark as met",
        means: "It counts as met, in your name.",
        note: "may",
        then: (about, { note }) => confirmed(about, true, note),
      },
      unmet: {
        label: "Mark as not met",
        means: "A worker takes it up again with your note.",
        note: "must",
        then: (about, { note }) => confirmed(about, false, note),
      },
    },
    shows: (state, { unit }) => proofsOf(state, unit),
  });

const issuesShape = t.open({
  issues: t.leastOf(1, t.open(issueFields)),
});
/** A note alone is one issue, which is mended once it applies no more. */
const issuesIn = ({ data, note }: Answer): readonly object[] => {
  if (fits(issuesShape, data)) return data.issues;
  return note === "" ? [] : [{ summary: note.slice(0, 2_000), done_when: note.slice(0, 500) }];
};
type Judged = { readonly unit: string };
/** A person's verdict on a unit, or the whole. */
export const verdictOptions = {
  pass: {
    label: "Accept all criteria",
    means: "All count as met, in your name.",
    note: "may",
    then: ({ unit }: Judged, { note }: Noted): Command => ({
      type: "RecordVerdict",
      data: { unit, verdict: "PASS", notes: note },
    }),
  },
  issues: {
    label: "Report issues",
    means: "Each issue is worked on in another round, if one is left.",
    note: "may",
    fields: jsonSchemaOf(issuesShape),
    then: ({ unit }: Judged, answer: Answer): Command => ({
      type: "RecordVerdict",
      data: { unit, verdict: "FAIL", issues: issuesIn(answer), notes: answer.note },
    }),
  },
} as const;
const unitQuestion = ({ id, title, criteria }: Unit): string => {
  const list = criteria.slice(0, 10).map(({ text }, at) => `${at + 1}. ${oneLine(text)}`);
  return `${id} "${title}" is reported as done. Does it meet its criteria?\n${list.join("\n")}`;
};
/** What a person sees of a unit that is to be judged. */
const claimedWork = (state: Work, { id, shared, said }: Unit): string =>
  paragraphs([
    proofsOf(state, id),
    quoted("The run's checks, as the engine ran them:", shared),
    quoted("What its worker says: a claim, which proves nothing.", said?.summary),
    `\`cairn diff ${state.run} ${id} --patch\` shows the work.`,
  ]);

export const verdict = (dialect: Dialect) => {
  const isWhole = (unit: Unit): boolean => kindOf(dialect, unit).whole === true;
  return decision("verdict", {
    asks: (state) =>
      state.units
        .filter(
          (unit) => state.options.judge === "person" && stageOf(dialect, state, unit) === "judge",
        )
        .map((unit) => ({
          key: `verdict-${unit.id}-${isWhole(unit) ? state.round : unit.begun}`,
          about: { is: "verdict", unit: unit.id },
          subject: unit.id,
          question: isWhole(unit)
            ? "Every check is green. Is every criterion met?"
            : unitQuestion(unit),
        })),
    options: verdictOptions,
    shows: (state, { unit: id }) => {
      const unit = find(state, id);
      if (unit === undefined) return null;
      return isWhole(unit)
        ? paragraphs(worked(dialect, state).map((one) => proofsOf(state, one.id)))
        : claimedWork(state, unit);
    },
  });
};
