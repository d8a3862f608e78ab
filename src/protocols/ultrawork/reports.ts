// What explorers, the planner and the verifier report, and the commands that each report means.
import type { Command } from "../../core/protocol.ts";
import { shortened } from "../../core/words/quote.ts";
import { withoutNulls } from "../../core/json/record.ts";
import * as t from "../../kit/schema.ts";
import { checkInput } from "../../kit/check/shape.ts";
import { criterionName, words } from "../../work/commands/declare.ts";
import { issueFields } from "../../work/commands/verdict.ts";
import type { Heard, Misfit, Report, WorkAbout } from "../../work/dialect.ts";
import { failure, questionFields, reading } from "../../work/usual-reports.ts";
import { noteFile } from "./briefs.ts";
import { lists } from "./explore.ts";
import { noLists } from "./own.ts";
import { planShape } from "./plan-read.ts";

const summary = t.filled(2_000);

const missing = (pointer: string, text: string): Misfit => ({ misfits: [{ pointer, text }] });

const noteOf = ({ note }: WorkAbout, { files }: Heard): string | null => {
  const text = note === null ? undefined : files[note];
  return text === undefined || text.trim() === "" ? null : text;
};
const headings = /^#{1,6}[ \t].*$/gmu;
/** The text under "Overview", else all that is no heading. */
export const fallbackSummary = (text: string): string => {
  const [, overview = ""] =
    /^#{1,6}[ \t]+overview[ \t]*\r?\n([\s\S]*?)(?=^#{1,6}[ \t]|$(?![\s\S]))/imu.exec(text) ?? [];
  const found = overview.trim() || text.replace(headings, "").trim() || text.trim();
  return `[from its file] ${shortened(found, 499)}`;
};

const explorerShape = t.open({ summary, ...lists });
const explored = (
  about: WorkAbout,
  heard: Heard,
  found: t.Of<typeof explorerShape>,
): readonly Command[] => {
  const { unit: explorer } = about;
  const file = noteOf(about, heard) === null ? null : noteFile({ id: explorer });
  return [{ type: "RecordExploration", data: { explorer, file, ...found } }];
};
export const explorerReport: Report = {
  name: "explorer",
  means: "What one explorer found.",
  shape: explorerShape,
  read: reading(explorerShape, (report, _job, about, heard) => explored(about, heard, report)),
  silent: (about, heard) => {
    const note = noteOf(about, heard);
    return note === null
      ? null
      : explored(about, heard, { summary: fallbackSummary(note), ...noLists });
  },
};

const plannerShape = t.open({
  status: t.oneOf(["plan", "questions", "failed"]),
  plan: t.unset(planShape),
  questions: t.unset(t.mostOf(10, questionFields)),
  reason: t.unset(summary),
});
export const plannerReport: Report = {
  name: "planner",
  means: "A plan, questions to a person, or why there is no plan.",
  shape: plannerShape,
  read: reading(plannerShape, ({ status, plan, questions = [], reason }, job, { unit }) => {
    if (status === "failed") return failure(job, reason ?? "the planner gave up without a reason");
    if (status === "questions")
      return questions.length === 0
        ? missing("/questions", "must hold at least one question")
        : questions.map(({ text, options = [] }) => ({
            type: "Ask",
            data: { unit, text, options },
          }));
    return plan === undefined
      ? missing("/plan", "is missing")
      : [{ type: "ProposePlan", data: { plan } }];
  }),
};

const { unit: ofUnit, ...issue } = issueFields;
const verifierShape = t.open({
  verdict: t.oneOf(["PASS", "FAIL"]),
  judgements: t.mostOf(
    8_000,
    t.open({
      task: t.filled(64),
      criterion: criterionName,
      judgement: t.oneOf(["met", "unmet", "unproven"]),
      note: t.unset(t.most(2_000, t.text)),
    }),
  ),
  issues: t.unset(t.mostOf(100, t.open({ ...issue, task: ofUnit, check: t.unset(checkInput) }))),
  notes: t.unset(words),
});
export const verifierReport: Report = {
  name: "verifier",
  means: "A verdict on the whole, criterion by criterion.",
  shape: verifierShape,
  read: reading(verifierShape, (report, _job, { unit }) => {
    const { verdict, judgements, issues = [], notes = "" } = report;
    return [
      {
        type: "RecordVerdict",
        data: {
          unit,
          verdict,
          judgements: judgements.map(({ task, criterion, judgement, note = "" }) => ({
            unit: task,
            criterion,
            judgement,
            note,
          })),
          issues: issues.map(({ task, ...rest }) => withoutNulls({ ...rest, unit: task })),
          notes,
        },
      },
    ];
  }),
};
