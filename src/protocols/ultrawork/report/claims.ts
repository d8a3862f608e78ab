// Worker reports of ultrawork turned into claims and "claimed done".
import type { Of } from "../../../kit/schema.ts";
import { findingsIn, fits } from "../../../kit/findings.ts";
import type { About } from "../jobs/about.ts";
import type { UltraworkCommand } from "../commands.ts";
import type { EvidenceType } from "../state.ts";
import { failed, misfit, type Reading } from "./reading.ts";
import { workerShape } from "./shapes.ts";

type Work = Extract<About, { is: "task" }>;
type WorkReport = Of<typeof workerShape>;
type Said = NonNullable<WorkReport["evidence"]>[number];

/** The criterion's number, if it exists: a report that misnames one still counts as a claim. */
const numberOf = (about: Work, named: number | string): number | null => {
  const number = typeof named === "number" ? named : about.criteria.indexOf(named) + 1;
  return number >= 1 && number <= about.criteria.length ? number : null;
};

const typeOf = (said: Said): EvidenceType =>
  said.type ?? (said.command ? "command_output" : said.path ? "file_content" : "manual");

const claim = (about: Work, said: Said): UltraworkCommand => {
  const number = numberOf(about, said.criterion);
  const output = said.output ?? "";
  return {
    type: "ClaimEvidence",
    data: {
      task: about.task,
      ...(number === null ? {} : { criterion: number }),
      type: typeOf(said),
      text: number === null ? `(for "${String(said.criterion)}") ${output}`.trim() : output,
      ...(said.command ? { command: said.command } : {}),
      ...(said.path ? { path: said.path } : {}),
    },
  };
};

const done = (about: Work, report: WorkReport): readonly UltraworkCommand[] => [
  ...(report.evidence ?? []).map((said) => claim(about, said)),
  {
    type: "ClaimDone",
    data: {
      task: about.task,
      summary: report.summary,
      files: report.files_changed ?? [],
      commits: report.commits ?? [],
      concerns: report.concerns ?? "",
    },
  },
];

/** Marks the work as done by the program's exit code alone, as configured. */
export const doneByExit = (about: Work): readonly UltraworkCommand[] =>
  done(about, {
    task: about.task,
    status: "done",
    summary: "ended with exit code 0, without a report",
  });

const context = (report: WorkReport): string =>
  report.question?.text ?? (report.summary.trim() || "it needs to know more, and didn't say what");

export const workOf: Reading<Work> = (job, about, outcome) => {
  const { report } = outcome;
  if (!fits(workerShape, report)) return misfit(...findingsIn(workerShape, report));
  if (report.task !== about.task)
    return misfit({ pointer: "/task", text: `must be ${about.task}, this job's task` });
  if (report.status === "failed")
    return failed(job, report.summary.trim() || "the worker gave up without a reason");
  if (report.status === "needs_context") {
    if (about.auto) return failed(job, `needs to know: ${context(report)}`);
    return [
      {
        type: "AskQuestion",
        data: {
          about: about.task,
          text: context(report),
          options: report.question?.options ?? [],
        },
      },
    ];
  }
  const unmet = (report.evidence ?? [])
    .filter((said) => said.met === false)
    .map((said) => String(said.criterion));
  if (unmet.length > 0)
    return failed(
      job,
      `reported done, and yet as unmet: ${unmet.join(", ")}. ${report.summary}`.trim(),
    );
  if (outcome.hosted && outcome.exit !== 0)
    return failed(
      job,
      `reported done, but ended with exit code ${outcome.exit ?? "unknown"}. ${report.summary}`.trim(),
    );
  return done(about, report);
};
