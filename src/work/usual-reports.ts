// Reports of a worker and of a judge of one unit, and the commands that they mean.
import type { Job } from "../core/job.ts";
import type { Command } from "../core/protocol.ts";
import { withoutNulls } from "../core/json/record.ts";
import { read } from "../kit/findings.ts";
import * as t from "../kit/schema.ts";
import { criterionName, words } from "./commands/declare.ts";
import type { Heard, Misfit, Report, WorkAbout } from "./dialect.ts";
import { evidenceTypes } from "../kit/check/shape.ts";

/** @param commands of a report that fits its schema */
export const reading =
  <T>(
    shape: t.Schema<T>,
    commands: (report: T, job: Job, about: WorkAbout, heard: Heard) => readonly Command[] | Misfit,
  ): Report["read"] =>
  (job, about, heard) => {
    const result = read(shape, heard.report);
    return "findings" in result
      ? { misfits: result.findings }
      : commands(result.value, job, about, heard);
  };
export const failure = ({ key }: Job, reason: string): readonly Command[] => [
  { type: "ReportFailure", data: { job: key, kind: "failed", reason: reason.trim() } },
];
export const questionFields = t.open({
  text: t.filled(2_000),
  options: t.unset(t.mostOf(10, t.filled(500))),
});

const evidenceEntry = t.open({
  criterion: criterionName,
  type: t.unset(t.oneOf(evidenceTypes)),
  command: t.unset(t.most(4_096, t.text)),
  path: t.unset(t.filled(1_024)),
  output: t.unset(words),
});
const workerFields = {
  status: t.oneOf(["done", "failed", "needs_context"]),
  summary: t.means("what was done, or why it failed", words),
  evidence: t.unset(
    t.means("what was run or seen for each criterion", t.mostOf(100, evidenceEntry)),
  ),
  concerns: t.unset(words),
  question: t.unset(t.means("with needs_context", questionFields)),
};
const workerShape = t.open(workerFields);
type Worked = t.Of<typeof workerShape>;

const claim = (
  { unit }: WorkAbout,
  { criterion, type, command, path, output = "" }: t.Of<typeof evidenceEntry>,
): Command => ({
  type: "ClaimEvidence",
  data: {
    unit,
    criterion,
    text: output,
    ...withoutNulls({ type: type ?? null, command: command || null, path: path ?? null }),
  },
});
const done = ({ unit }: WorkAbout, summary: string, concerns = ""): Command => ({
  type: "ReportDone",
  data: { unit, summary, concerns },
});
/** In auto mode nobody answers. */
const asks = (
  { summary, question }: Worked,
  job: Job,
  { unit, auto }: WorkAbout,
): readonly Command[] => {
  const text = question?.text ?? (summary.trim() || "it needs to know more, and didn't say what");
  return auto
    ? failure(job, `needs to know: ${text}`)
    : [{ type: "Ask", data: { unit, text, options: question?.options ?? [] } }];
};
const worked = (report: Worked, job: Job, about: WorkAbout, { hosted, exit }: Heard) => {
  const { status, summary, evidence = [], concerns } = report;
  if (status === "failed")
    return failure(job, summary.trim() || "the worker gave up without a reason");
  if (status === "needs_context") return asks(report, job, about);
  return hosted && exit !== 0
    ? failure(job, `reported done, but ended with exit code ${exit ?? "unknown"}. ${summary}`)
    : [...evidence.map((entry) => claim(about, entry)), done(about, summary, concerns)];
};

/**
 * @param fields of the dialect's own, beside those of every worker
 * @param also commands of what these say, before the claim that the unit is done
 */
export const workerReport = <F extends t.Fields>(
  fields: F,
  also: (report: t.DataOf<F>, about: WorkAbout) => readonly Command[] = () => [],
): Report => {
  const own = t.open(fields);
  return {
    name: "worker",
    means: "How a try at one unit ended.",
    shape: t.open({ ...fields, ...workerFields }),
    read(job, about, heard) {
      const mine = reading(own, (report) => also(report, about))(job, about, heard);
      const all = reading(workerShape, worked)(job, about, heard);
      if ("misfits" in all || "misfits" in mine)
        return { misfits: [mine, all].flatMap((one) => ("misfits" in one ? one.misfits : [])) };
      return all.some(({ type }) => type === "ReportDone") ? [...mine, ...all] : all;
    },
    // As configured for its program.
    silent: (about, { done: how, exit }, lost) =>
      !lost && how === "exit" && exit === 0
        ? [done(about, "ended with exit code 0, without a report")]
        : null,
  };
};

const judgement = t.record({ criterion: t.wholeFrom(1), met: t.flag, note: words });
const verdictShape = t.open({
  judgements: t.means("one for each criterion, by its number from 1", t.mostOf(500, judgement)),
  note: t.standing(words, ""),
});
export const judgeReport: Report = {
  name: "judge",
  means: "A judgement of each criterion.",
  shape: verdictShape,
  read: reading(verdictShape, ({ judgements, note: notes }, _job, { unit }) => [
    {
      type: "RecordVerdict",
      data: {
        unit,
        verdict: judgements.every(({ met }) => met) ? "PASS" : "FAIL",
        judgements: judgements.map(({ criterion, met, note }) => ({
          unit,
          criterion,
          judgement: met ? "met" : "unmet",
          note,
        })),
        notes,
      },
    },
  ]),
};
