// Sentences on why a criterion, a unit or a run can't go on, for questions, ends of runs and views.
import { howMany } from "../core/words/how-many.ts";
import { firstLine } from "../core/words/quote.ts";
import { type CheckResult, redWords } from "../kit/checks.ts";
import { checkText } from "../kit/check/check.ts";
import {
  isMute,
  isOutOfRounds,
  type Numbered,
  spentUnits,
  stuckUnits,
  turnedAway,
  wholeOf,
} from "./course.ts";
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

export const issuesWords = (issues: readonly Issue[]): string =>
  issues
    .map(({ summary }) => firstLine(summary))
    .join("; ")
    .slice(0, 1_000);

/** What can't go on by itself, and why: a person is asked about its unit, or in auto mode the run fails. */
export type Stop = {
  readonly is: "failed" | "away" | "mute" | "rounds" | "passes";
  readonly unit: Unit;
  readonly why: string;
};
export const stops = (dialect: Dialect, state: Work): readonly Stop[] => {
  const { round, passes, verdict } = state;
  const away = turnedAway(state);
  const whole = isOutOfRounds(state) ? wholeOf(dialect, state) : undefined;
  const failed = stuckUnits(dialect, state).map((unit): Stop => ({
    is: "failed",
    unit,
    why: `${kindOf(dialect, unit).noun} ${unit.id} failed after ${howMany(unit.tries, unit.begun > unit.tries ? "more attempt" : "attempt")}: ${firstLine(unit.returned?.reason ?? null)}`,
  }));
  const mute = state.units.filter(isMute).map((unit): Stop => ({
    is: "mute",
    unit,
    why: `the judge of ${unit.id} gave no verdict ${howMany(unit.judging.mute, "time")}: ${firstLine(unit.judging.returned)}`,
  }));
  const why = {
    // They share the cause.
    away: `the agent of ${away.map(({ id }) => id).join(", ")} was turned away: ${firstLine(away[0]?.trouble?.reason ?? null)}`,
    rounds: `verification failed in round ${round}, the last one: ${issuesWords(verdict?.issues ?? [])}`,
    passes: passes === 1 ? "its one pass is used" : `all ${passes} passes are used`,
  };
  const one = (is: keyof typeof why, unit: Unit | undefined): readonly Stop[] =>
    unit === undefined ? [] : [{ is, unit, why: why[is] }];
  return [
    ...failed,
    ...one("away", away[0]),
    ...mute,
    ...one("rounds", whole),
    ...one("passes", spentUnits(dialect, state)[0]),
  ];
};
