// Why: an answer to a decision is nothing but the command that it stands for, sent in the person's name.
import { fits } from "../../../kit/findings.ts";
import type { verdictFields } from "../found-shapes.ts";
import type { DataOf } from "../../../kit/schema.ts";
import type { Outcome } from "../../../core/job.ts";
import * as t from "../../../kit/schema.ts";
import type { About } from "../jobs/about.ts";
import type { UltraworkCommand } from "../commands.ts";

type Decided = Extract<Outcome, { is: "decided" }>;
type Issues = DataOf<typeof verdictFields>["issues"];
type Verdict = Extract<About, { is: "verdict" }>;

const answerShape = t.open({ answer: t.filled(16_384) });
const issuesShape = t.open({
  issues: t.mostOf(
    100,
    t.open({
      summary: t.filled(2_000),
      done_when: t.filled(500),
      task: t.nullish(t.most(16_384, t.text)),
      criterion: t.nullish(t.wholeFrom(1, 20)),
      files: t.nullish(t.mostOf(100, t.most(16_384, t.text))),
    }),
  ),
});

const answer = (options: readonly string[], outcome: Decided): string => {
  if (fits(answerShape, outcome.data)) return outcome.data.answer;
  const chosen = options[Number(outcome.option) - 1];
  if (chosen === undefined) return outcome.note;
  return outcome.note === "" ? chosen : `${chosen} (${outcome.note})`;
};

/** A note alone is one issue that is mended once it no longer holds. */
const issues = (outcome: Decided): Issues => {
  if (fits(issuesShape, outcome.data))
    return outcome.data.issues.map((issue) => ({
      summary: issue.summary,
      severity: "major",
      ...(issue.task ? { task: issue.task } : {}),
      ...(issue.criterion ? { criterion: issue.criterion } : {}),
      done_when: issue.done_when,
      files: issue.files ?? [],
    }));
  if (outcome.note === "") return [];
  return [
    {
      summary: outcome.note.slice(0, 2_000),
      severity: "major",
      done_when: outcome.note.slice(0, 500),
      files: [],
    },
  ];
};

const verdict = (about: Verdict, outcome: Decided): UltraworkCommand => {
  const pass = outcome.option === "pass";
  return {
    type: "RecordVerdict",
    data: {
      sweep: about.sweep,
      verdict: pass ? "PASS" : "FAIL",
      judgements: pass
        ? about.criteria.map((named) => ({ ...named, judgement: "met", note: "" }))
        : [],
      issues: pass ? [] : issues(outcome),
      checks: [],
      notes: outcome.note,
    },
  };
};

const fail = (reason: string): UltraworkCommand => ({ type: "Fail", data: { reason } });
const noted = (reason: string) => (reason === "" ? {} : { reason });

/** null: no decision of this kind has that option. */
export const decidedCommand = (about: About, outcome: Decided): UltraworkCommand | null => {
  const { option, note } = outcome;
  switch (`${about.is} ${option}`) {
    case "begin begin":
      return { type: "BeginExecution", data: {} };
    case "converge go-on":
    case "unsteady again":
      return { type: "GoOn", data: { reason: note } };
    case "converge fail":
    case "unsteady fail":
    case "stuck fail":
      return fail(note === "" ? "given up" : note);
    case "approve cancel":
      return { type: "Cancel", data: noted(note) };
  }
  if (about.is === "question")
    return {
      type: "AnswerQuestion",
      data: { question: about.question, answer: answer(about.options, outcome) },
    };
  if (about.is === "approve" && option === "approve")
    return { type: "ApprovePlan", data: { rev: about.rev } };
  if (about.is === "approve" && option === "revise")
    return { type: "RevisePlan", data: { rev: about.rev, reason: note } };
  if (about.is === "confirm" && (option === "met" || option === "unmet"))
    return {
      type: "ConfirmManual",
      data: { task: about.task, criterion: about.criterion, met: option === "met", reason: note },
    };
  if (about.is === "verdict" && (option === "pass" || option === "fail"))
    return verdict(about, outcome);
  if (about.is === "stuck" && option === "retry")
    return { type: "RetryTask", data: { task: about.on, ...noted(note) } };
  if (about.is === "stuck" && option === "waive")
    return { type: "Waive", data: { task: about.on, reason: note } };
  return null;
};
