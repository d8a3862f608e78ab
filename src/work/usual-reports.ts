// Reports of a worker and of a judge of one unit, for dialects without words of their own.
import type { Job } from "../core/job.ts";
import type { Command } from "../core/protocol.ts";
import { read } from "../kit/findings.ts";
import { judgementsInput } from "../kit/judging.ts";
import * as t from "../kit/schema.ts";
import { textLimit } from "./commands/declare.ts";
import type { Misfit, Report, WorkAbout } from "./dialect.ts";

const words = t.most(textLimit, t.text);
export const doneFields = {
  unit: t.means("the id of what it is about", t.filled(textLimit)),
  result: t.oneOf(["done", "failed"]),
  summary: words,
  reason: t.standing(t.means("of what failed", words), ""),
};
export const doneShape = t.open(doneFields);
type Done = t.Of<typeof doneShape>;

const failed = (job: Job, reason: string): readonly Command[] => [
  {
    type: "ReportFailure",
    data: { job: job.key, kind: "failed", reason: reason.trim() || "no reason given" },
  },
];
const reportDone = ({ unit }: Pick<WorkAbout, "unit">, summary: string): Command => ({
  type: "ReportDone",
  data: { unit, summary },
});
const foreign = (unit: string): Misfit => ({
  misfits: [{ pointer: "/unit", text: `must be ${unit}: the job is at no other` }],
});

/** @param also commands of what else the report says, before the claim */
export const workReport = <T extends Done>(
  shape: t.Schema<T>,
  also: (said: T, about: WorkAbout) => readonly Command[] = () => [],
): Report => ({
  name: "worker",
  means: "How a try at one unit ended.",
  shape,
  read(job, about, { report, hosted, exit }) {
    const found = read(shape, report);
    if ("findings" in found) return { misfits: found.findings };
    const { unit, result, summary, reason } = found.value;
    if (unit !== about.unit) return foreign(about.unit);
    if (result === "failed") return failed(job, reason || summary);
    return hosted && exit !== 0
      ? failed(job, `reported done, but ended with exit code ${exit ?? "unknown"}. ${summary}`)
      : [...also(found.value, about), reportDone(about, summary)];
  },
  // As configured for its program.
  silent: (about, { done, exit }, lost) =>
    !lost && done === "exit" && exit === 0
      ? [reportDone(about, "ended with exit code 0, without a report")]
      : null,
});

const verdictShape = t.open({ judgements: judgementsInput, note: t.standing(words, "") });
export const judgeReport: Report = {
  name: "judge",
  means: "A judgement of each criterion.",
  shape: verdictShape,
  read(_job, { unit }, { report }) {
    const found = read(verdictShape, report);
    if ("findings" in found) return { misfits: found.findings };
    const { judgements, note } = found.value;
    return [
      {
        type: "RecordVerdict",
        data: {
          unit,
          verdict: judgements.every(({ met }) => met) ? "PASS" : "FAIL",
          judgements: judgements.map(({ criterion, met, note: why }) => ({
            unit,
            criterion,
            judgement: met ? "met" : "unmet",
            note: why,
          })),
          notes: note,
        },
      },
    ];
  },
};
