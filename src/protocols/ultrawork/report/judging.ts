// Reader of verdicts in ultrawork: PASS beside an issue or an unmet criterion is no PASS.
import { findingsIn, fits } from "../../../kit/findings.ts";
import type { verdictFields } from "../found-shapes.ts";
import type { DataOf } from "../../../kit/schema.ts";
import type { About } from "../jobs/about.ts";
import { checkData } from "./given.ts";
import { misfit, type Reading } from "./reading.ts";
import { verifierShape } from "./shapes.ts";

type Verify = Extract<About, { is: "verify" }>;
type Verdict = DataOf<typeof verdictFields>;

export const verdictOf: Reading<Verify> = (_job, about, outcome) => {
  const { report } = outcome;
  if (!fits(verifierShape, report)) return misfit(...findingsIn(verifierShape, report));
  if (report.sweep !== about.sweep)
    return misfit({
      pointer: "/sweep",
      text: `must be ${about.sweep}, the sweep that was judged`,
    });
  const issues: Verdict["issues"] = (report.issues ?? []).map((issue) => ({
    summary: issue.summary,
    severity: issue.severity ?? "major",
    ...(issue.task ? { task: issue.task } : {}),
    ...(issue.criterion === undefined || issue.criterion === null
      ? {}
      : { criterion: issue.criterion }),
    done_when: issue.done_when,
    ...(issue.check ? { check: checkData(issue.check) } : {}),
    files: issue.files ?? [],
  }));
  const against =
    issues.length > 0 || report.judgements.some((judgement) => judgement.judgement === "unmet");
  return [
    {
      type: "RecordVerdict",
      data: {
        sweep: about.sweep,
        verdict: against ? "FAIL" : report.verdict,
        judgements: report.judgements.map(({ task, criterion, judgement, note }) => ({
          task,
          criterion,
          judgement,
          note: note ?? "",
        })),
        issues,
        checks: (report.checks ?? []).map(({ task, criterion, check }) => ({
          task,
          criterion,
          check: checkData(check),
        })),
        notes: report.notes ?? "",
      },
    },
  ];
};
