// Reader of a verdict, which counts only whole.
import { findingsIn, fits } from "../../../kit/findings.ts";
import type { Outcome } from "../../../core/job.ts";
import { findingsText } from "../../../core/reports/misfit.ts";
import { signalsIn } from "../decider/signals.ts";
import type { PassAbout } from "../jobs/about.ts";
import type { IterativeCommands } from "../commands.ts";
import { verifyShape } from "../report-shapes.ts";
import { whyUnread } from "../../../core/reports/unread.ts";
import type { Ended } from "./agent-answer.ts";

type Verdict = Pick<
  IterativeCommands["GiveVerdict"]["data"],
  "verdict" | "criteria" | "gaps" | "why"
>;
type Gap = Verdict["gaps"][number];

/** Something changed but the verdict is unreadable: record as a gap that nothing was judged. */
export const noVerdict = ({ unit }: PassAbout, outcome: Outcome): Verdict => ({
  verdict: "GAPS_FOUND",
  criteria: [],
  gaps: [],
  why: `no verdict on ${unit}: ${outcome.is === "ended" ? (whyUnread(outcome) ?? "it can't be read") : "it was given back"}`,
});

const isGrave = ({ severity }: Gap): boolean => severity !== "minor";

/** A criterion judged as not met is a gap, even if not listed as one. */
const lacking = (criteria: Verdict["criteria"]): readonly Gap[] =>
  criteria
    .filter(({ met }) => !met)
    .map(({ n, how = "" }) => ({
      severity: "major",
      type: "criterion",
      file: null,
      line: null,
      problem: `criterion ${n} is not met${how === "" ? "" : `: ${how}`}`,
    }));

/** Whether the message's last signal contradicts a VERIFIED report; prose never counts. */
const contradicts = (unit: string, message: string): boolean => {
  const own = signalsIn(message).filter(
    ({ name }) => name === `${unit}_VERIFIED` || name === `${unit}_GAPS` || name === "BLOCKED",
  );
  return own.length > 0 && own.at(-1)?.name !== `${unit}_VERIFIED`;
};

const passed = ({ hosted, reason, exit }: Ended): boolean =>
  !hosted || (reason === "exit" && exit === 0);

/** `why`: reason why it isn't a verdict. */
export const verdictOf = (
  { unit, criteria: count }: PassAbout,
  outcome: Ended,
): { readonly verdict: Verdict } | { readonly why: string } => {
  const { report } = outcome;
  const unread = whyUnread(outcome);
  if (unread !== null) return { why: unread };
  if (!fits(verifyShape, report)) return { why: findingsText(findingsIn(verifyShape, report)) };
  if (report.unit !== unit) return { why: `its report is of ${report.unit}, not of ${unit}` };
  const judged = new Set(report.criteria.map(({ n }) => n));
  if (judged.size !== report.criteria.length) return { why: "it judged a criterion twice" };
  const criteria = report.criteria.map(({ n, met, how }) => ({ n, met, how: how ?? "" }));
  const named = report.gaps.map(({ severity, type, file, line, problem }): Gap => ({
    severity,
    type: type ?? "",
    file: file ?? null,
    line: line ?? null,
    problem,
  }));
  const unmet = lacking(criteria);
  const found = (gaps: readonly Gap[], why: string) => ({
    verdict: { verdict: "GAPS_FOUND" as const, criteria, gaps, why },
  });
  if (report.verdict === "GAPS_FOUND")
    return found(named.length === 0 ? unmet : named, "it found gaps");
  if (named.some(isGrave))
    return found(named, "it says VERIFIED and names a critical or major gap");
  const missing = Array.from({ length: count }, (_, index) => index + 1).filter(
    (n) => !judged.has(n),
  );
  if (missing.length > 0) return { why: `it didn't judge criterion ${missing.join(", ")}` };
  if (unmet.length > 0)
    return found([...named, ...unmet], "it says VERIFIED and judges a criterion not met");
  if (contradicts(unit, outcome.message))
    return { why: "its report says VERIFIED, and its message doesn't" };
  if (!passed(outcome))
    return {
      why: `it says VERIFIED and didn't end in order (${outcome.reason}, exit ${outcome.exit ?? "unknown"})`,
    };
  return {
    verdict: { verdict: "VERIFIED", criteria, gaps: named, why: "every criterion is judged met" },
  };
};
