// What ultrawork's agents report, and the commands that each report means.
import type { Job } from "../../core/job.ts";
import type { Command } from "../../core/protocol.ts";
import { withoutNulls } from "../../core/record.ts";
import { read } from "../../kit/findings.ts";
import * as t from "../../kit/schema.ts";
import type { Heard, Misfit, Report, WorkAbout } from "../../work/dialect.ts";
import { evidenceTypes } from "../../work/unit.ts";
import { noteFile } from "./briefs.ts";
import { checkInput, planShape } from "./plan-read.ts";

const summary = t.filled(2_000);
const long = t.most(16_384, t.text);
const path = t.filled(1_024);

/** @param means the commands of a report that fits */
const reading =
  <T>(
    shape: t.Schema<T>,
    means: (report: T, job: Job, about: WorkAbout, heard: Heard) => readonly Command[] | Misfit,
  ): Report["read"] =>
  (job, about, heard) => {
    const found = read(shape, heard.report);
    return "findings" in found
      ? { misfits: found.findings }
      : means(found.value, job, about, heard);
  };
const failed = (job: Job, reason: string): readonly Command[] => [
  { type: "ReportFailure", data: { job: job.key, kind: "failed", reason: reason.trim() } },
];
const missing = (pointer: string, text: string): Misfit => ({ misfits: [{ pointer, text }] });

const noteOf = ({ note }: WorkAbout, { files }: Heard): string | null => {
  const text = note === null ? undefined : files[note];
  return text === undefined || text.trim() === "" ? null : text;
};
const longestSummary = 500;
/** The text under "Overview", else the first paragraph that isn't a heading. */
export const fallbackSummary = (text: string): string => {
  const overview = /^#{1,6}[ \t]+overview[ \t]*\r?\n([\s\S]*?)(?=^#{1,6}[ \t]|$(?![\s\S]))/imu
    .exec(text)?.[1]
    ?.trim();
  const paragraphs = text
    .split(/\r?\n[ \t]*\r?\n/u)
    .map((part) => part.replace(/^#{1,6}[ \t].*(?:\r?\n|$)/gmu, "").trim());
  const found = overview || paragraphs.find((part) => part !== "") || text.trim();
  return `[from its file] ${found.length > longestSummary ? `${found.slice(0, longestSummary - 1)}…` : found}`;
};

const explorerShape = t.open({
  summary,
  key_files: t.mostOf(200, path),
  patterns: t.mostOf(200, summary),
  constraints: t.mostOf(200, summary),
});
const explored = (
  { unit }: WorkAbout,
  file: string | null,
  found: t.Of<typeof explorerShape>,
): readonly Command[] => [{ type: "RecordExploration", data: { explorer: unit, file, ...found } }];
export const explorerReport: Report = {
  name: "explorer",
  means: "What one explorer found.",
  shape: explorerShape,
  read: reading(explorerShape, (report, _job, about, heard) =>
    explored(about, noteOf(about, heard) === null ? null : noteFile({ id: about.unit }), report),
  ),
  silent: (about, heard) => {
    const note = noteOf(about, heard);
    return note === null
      ? null
      : explored(about, noteFile({ id: about.unit }), {
          summary: fallbackSummary(note),
          key_files: [],
          patterns: [],
          constraints: [],
        });
  },
};

const question = t.open({ text: summary, options: t.unset(t.mostOf(10, t.filled(500))) });
const plannerShape = t.open({
  status: t.oneOf(["plan", "questions", "failed"]),
  plan: t.unset(planShape),
  questions: t.unset(t.mostOf(10, question)),
  reason: t.unset(summary),
});
export const plannerReport: Report = {
  name: "planner",
  means: "A plan, questions to a person, or why there is no plan.",
  shape: plannerShape,
  read: reading(plannerShape, ({ status, plan, questions = [], reason }, job, { unit }) => {
    if (status === "failed") return failed(job, reason ?? "the planner gave up without a reason");
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

const criterionName = t.means(
  "its number, or its exact text",
  t.either(t.wholeFrom(1), t.filled(500)),
);
const evidenceEntry = t.open({
  criterion: criterionName,
  type: t.unset(t.oneOf(evidenceTypes)),
  command: t.unset(t.most(4_096, t.text)),
  path: t.unset(path),
  output: t.unset(long),
  met: t.unset(t.flag),
});
const workerShape = t.open({
  status: t.oneOf(["done", "failed", "needs_context"]),
  summary: t.most(2_000, t.text),
  evidence: t.unset(t.mostOf(100, evidenceEntry)),
  concerns: t.unset(long),
  question: t.unset(question),
});
type Work = t.Of<typeof workerShape>;

/** A report that misnames a criterion still counts as a claim. */
const claim = (
  { unit, criteria }: WorkAbout,
  { criterion, type, command, path: file, output = "" }: t.Of<typeof evidenceEntry>,
): Command => {
  const named = typeof criterion === "number" ? criterion : criteria.indexOf(criterion) + 1;
  const number = named >= 1 && named <= criteria.length ? named : null;
  return {
    type: "ClaimEvidence",
    data: {
      unit,
      ...withoutNulls({ criterion: number }),
      type: type ?? (command ? "command_output" : file ? "file_content" : "manual"),
      text: number === null ? `(for "${String(criterion)}") ${output}`.trim() : output,
      ...(command ? { command } : {}),
      ...(file ? { path: file } : {}),
    },
  };
};
const done = (about: WorkAbout, { summary: text, evidence = [], concerns = "" }: Work) => [
  ...evidence.map((entry) => claim(about, entry)),
  {
    type: "ReportDone",
    data: { unit: about.unit, summary: text, files: [], commits: [], concerns },
  },
];
const asks = (
  { summary: text, question: asked }: Work,
  job: Job,
  { unit, auto }: WorkAbout,
): readonly Command[] => {
  const words = asked?.text ?? (text.trim() || "it needs to know more, and didn't say what");
  return auto
    ? failed(job, `needs to know: ${words}`)
    : [{ type: "Ask", data: { unit, text: words, options: asked?.options ?? [] } }];
};
export const workerReport: Report = {
  name: "worker",
  means: "What became of one task.",
  shape: workerShape,
  read: reading(workerShape, (report, job, about, { hosted, exit }) => {
    const { status, summary: text, evidence = [] } = report;
    if (status === "failed")
      return failed(job, text.trim() || "the worker gave up without a reason");
    if (status === "needs_context") return asks(report, job, about);
    const unmet = evidence.flatMap(({ criterion, met }) => (met === false ? [criterion] : []));
    if (unmet.length > 0)
      return failed(job, `reported done, and yet as unmet: ${unmet.join(", ")}. ${text}`);
    return hosted && exit !== 0
      ? failed(job, `reported done, but ended with exit code ${exit ?? "unknown"}. ${text}`)
      : done(about, report);
  }),
  // As configured for its program.
  silent: (about, { done: how, exit }, lost) =>
    !lost && how === "exit" && exit === 0
      ? done(about, { status: "done", summary: "ended with exit code 0, without a report" })
      : null,
};

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
  issues: t.unset(
    t.mostOf(
      100,
      t.open({
        summary,
        done_when: t.means("what can be shown once it is mended", t.filled(500)),
        task: t.unset(t.filled(64)),
        criterion: t.unset(criterionName),
        check: t.unset(checkInput),
      }),
    ),
  ),
  notes: t.unset(long),
});
export const verifierReport: Report = {
  name: "verifier",
  means: "A verdict on the whole, criterion by criterion.",
  shape: verifierShape,
  read: reading(verifierShape, (report, _job, { unit }) => {
    const { verdict, judgements, issues = [], notes = "" } = report;
    // Unproven is unmet: PASS beside either, or beside an issue, is no PASS.
    const against = issues.length > 0 || judgements.some(({ judgement }) => judgement !== "met");
    return [
      {
        type: "RecordVerdict",
        data: {
          unit,
          verdict: against ? "FAIL" : verdict,
          judgements: judgements.map(({ task, criterion, judgement, note = "" }) => ({
            unit: task,
            criterion,
            judgement,
            note,
          })),
          issues: issues.map(({ task, check, summary: text, done_when, criterion }) => ({
            summary: text,
            done_when,
            ...withoutNulls({ unit: task, criterion }),
            ...(check === undefined ? {} : { check: withoutNulls(check) }),
          })),
          notes,
        },
      },
    ];
  }),
};
