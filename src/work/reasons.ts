// Sentences on why a criterion, a unit or a run can't go on, for questions, ends of runs and views.
import { howMany } from "../core/words/how-many.ts";
import { firstLine } from "../core/words/quote.ts";
import { type CheckResult, redWords } from "../kit/checks.ts";
import { checkText } from "../kit/check/check.ts";
import type { Numbered } from "./course.ts";
import { type Dialect, kindOf } from "./dialect.ts";
import type { Criterion, Unit } from "./unit.ts";
import type { Issue, Work } from "./work.ts";

/** Why it has no proof that counts. */
const unprovedWhy = ({ check, proof }: Criterion): string =>
  proof?.by === "person"
    ? `called unmet by ${proof.name}: ${proof.why ?? ""}`
    : check === null
      ? "it has no check"
      : proof === null
        ? "it couldn't be run"
        : (proof.why ?? `exit ${proof.exit ?? "unknown"}`);
/** `npm test: exit 1`, or what it lacks. */
export const checkFailure = (one: Criterion): string =>
  `${one.check === null ? "" : `${checkText(one.check)}: `}${unprovedWhy(one)}`;
/** For its worker: with the output. */
export const criterionFailure = ({ number, criterion }: Numbered): string => {
  const { text, check, proof } = criterion;
  const named = criterion.claims.at(-1)?.command ?? "";
  if (proof?.by === "person") return `criterion ${number} "${text}": ${unprovedWhy(criterion)}`;
  if (check === null && named !== "")
    return `criterion ${number} "${text}" has no check: ${named} shows nothing, whatever was done; name one that can fail`;
  if (check === null)
    return `criterion ${number} "${text}" has no check: name one with its evidence`;
  const output = proof === null || proof.excerpt === "" ? "" : `\n${proof.excerpt}`;
  return `criterion ${number} "${text}" (${checkText(check)}): ${unprovedWhy(criterion)}${output}`;
};

const issue = (summary: string, doneWhen: string): Issue => ({
  summary: summary.slice(0, 2_000),
  doneWhen,
  unit: null,
  criterion: null,
  check: null,
});
/** @param why end of a sentence: `isn't met: …` */
export const criterionIssue = (
  { unit: { id: unit }, number, criterion: { text } }: Numbered,
  why: string,
): Issue => ({
  ...issue(`${unit}.${number} "${text}" ${why}`, text),
  unit,
  criterion: number,
});
export const unprovedIssue = (one: Numbered): Issue =>
  criterionIssue(one, `doesn't hold: ${unprovedWhy(one.criterion)}`);
/** Of a check of the run itself. */
export const redIssue = (result: CheckResult): Issue =>
  issue(redWords([result]), `${result.name} passes`);

export const failedWords = (dialect: Dialect, unit: Unit): string =>
  `${kindOf(dialect, unit).noun} ${unit.id} failed after ${howMany(unit.tries, "attempt")}: ${firstLine(unit.returned?.reason ?? null)}`;
export const muteWords = ({ id, judging }: Unit): string =>
  `the judge of ${id} gave no verdict ${howMany(judging.mute, "time")}: ${firstLine(judging.returned)}`;
/** They share the cause. */
export const turnedAwayWords = (units: readonly Unit[]): string =>
  `the agent of ${units.map(({ id }) => id).join(", ")} was turned away: ${firstLine(units[0]?.trouble?.reason ?? null)}`;

export const issuesWords = (issues: readonly Issue[]): string =>
  issues
    .map(({ summary }) => firstLine(summary))
    .join("; ")
    .slice(0, 1_000);
export const lastRoundWords = ({ round }: Work, issues: readonly Issue[]): string =>
  `verification failed in round ${round}, the last one: ${issuesWords(issues)}`;
