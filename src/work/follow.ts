// What follows by itself from the state that a command leaves.
import { howMany } from "../core/how-many.ts";
import { firstLine } from "../core/quote.ts";
import type { Event } from "../core/protocol.ts";
import { type CheckResult, isGreen, redWords } from "../kit/checks.ts";
import { checkText } from "./check.ts";
import {
  blockersOf,
  criteriaOf,
  isMute,
  isOutOfRounds,
  type Numbered,
  spentUnits,
  spentWords,
  stageOf,
  standsStill,
  stuckUnits,
  wholeOf,
  worked,
} from "./course.ts";
import { giveBack } from "./commands/jobs.ts";
import { pinned } from "./commands/approval.ts";
import { withUnits } from "./commands/plan.ts";
import { type Dialect, kindOf } from "./dialect.ts";
import { counted } from "./events/declare.ts";
import { planApproved, roundOpened } from "./events/plan.ts";
import { verdictRecorded } from "./events/proofs.ts";
import { runCompleted, runFailed } from "./events/run.ts";
import { unitDone, unitDue, unitShown } from "./events/units.ts";
import { isShown, isSettled, type Unit } from "./unit.ts";
import { type Issue, isAuto, isBegun, isRejected, type Work } from "./work.ts";

type Follow = (dialect: Dialect, state: Work) => readonly Event[];

const approve: Follow = (dialect, state) =>
  state.plan.state === "proposed" && isAuto(state)
    ? [planApproved({ rev: state.plan.rev, by: null, documents: pinned(dialect, state) })]
    : [];

const criterionWords = ({ number, criterion: { text, check, proof } }: Numbered): string => {
  if (check === null)
    return `criterion ${number} "${text}" has no check: name one with its evidence`;
  const how = proof === null ? "not shown" : (proof.why ?? `exit ${proof.exit ?? "unknown"}`);
  const output = proof === null || proof.excerpt === "" ? "" : `\n${proof.excerpt}`;
  return `criterion ${number} "${text}" (${checkText(check)}): ${how}${output}`;
};
const issueOf = ({ unit, number, criterion: { text, check, proof } }: Numbered): Issue => {
  const why =
    check === null
      ? "it has no check"
      : proof === null
        ? "it couldn't be run"
        : (proof.why ?? `exit ${proof.exit ?? "unknown"}`);
  return {
    summary: `${unit.id}.${number} "${text}" doesn't hold: ${why}`.slice(0, 2_000),
    doneWhen: text,
    unit: unit.id,
    criterion: number,
    check: null,
  };
};
const sharedIssue = (result: CheckResult): readonly Issue[] =>
  isGreen(result)
    ? []
    : [
        {
          summary: redWords([result]).slice(0, 2_000),
          doneWhen: `${result.name} passes`,
          unit: null,
          criterion: null,
          check: null,
        },
      ];
/** What no check can show, the unit's own judge says. */
const isJudges = (dialect: Dialect, unit: Unit, { criterion }: Numbered): boolean =>
  criterion.check === null &&
  kindOf(dialect, unit).course.includes("judge") &&
  kindOf(dialect, unit).whole !== true;

/** Its stages before the judge are over: it goes on, back, or opens issues. */
const settled = (dialect: Dialect, state: Work, unit: Unit): readonly Event[] => {
  const { course, whole = false } = kindOf(dialect, unit);
  const red = criteriaOf(dialect, state, unit).filter(
    (one) => !isShown(one.criterion) && !isJudges(dialect, unit, one),
  );
  const { shared } = unit;
  const sharedRed = redWords(shared);
  if (red.length === 0 && sharedRed === "")
    return course.includes("judge")
      ? [unitShown({ unit: unit.id })]
      : [unitDone({ unit: unit.id, reason: "" })];
  if (whole)
    return [
      verdictRecorded({
        unit: unit.id,
        whole,
        verdict: "FAIL",
        by: "engine",
        kind: "engine",
        judgements: [],
        issues: [...red.map(issueOf), ...shared.flatMap(sharedIssue)],
        notes: "",
      }),
    ];
  const reason = [...red.map(criterionWords), ...(sharedRed === "" ? [] : [sharedRed])].join(
    "\n\n",
  );
  return [giveBack(dialect, state, unit, counted("checks", reason))];
};
const isHeld = (dialect: Dialect, unit: Unit): boolean =>
  unit.status === "open" &&
  kindOf(dialect, unit).heldIsDone?.(unit) === true &&
  unit.criteria.length > 0 &&
  unit.criteria.every(({ before }) => before?.passed === true);

const settle: Follow = (dialect, state) => {
  if (!isBegun(state)) return [];
  const failed = isRejected(state);
  for (const unit of state.units) {
    const { course, whole = false, planning = false } = kindOf(dialect, unit);
    if (planning || isSettled(unit) || unit.status === "failed" || (whole && failed)) continue;
    if (isHeld(dialect, unit))
      return [unitDone({ unit: unit.id, reason: "all its checks held already" })];
    if (unit.status === "open" && !course.includes("work")) {
      if (
        blockersOf(dialect, state, unit).length === 0 &&
        (!whole || worked(dialect, state).length > 0)
      )
        return [unitDue({ unit: unit.id })];
      continue;
    }
    if (unit.status === "claimed" && stageOf(dialect, state, unit) === null)
      return settled(dialect, state, unit);
  }
  return [];
};

const issuesWords = (issues: readonly Issue[]): string =>
  issues
    .map(({ summary }) => firstLine(summary))
    .join("; ")
    .slice(0, 1_000);
const isWaived = ({ units }: Work, { unit, criterion }: Issue): boolean => {
  const one = units.find(({ id }) => id === unit);
  return (
    one !== undefined &&
    (one.waived !== null ||
      (criterion !== null && (one.criteria[criterion - 1]?.waived ?? null) !== null))
  );
};
/** Most units that rounds add. */
const mostRework = 200;
const rework: Follow = (dialect, state) => {
  const { verdict, round } = state;
  const whole = wholeOf(dialect, state);
  if (whole === undefined || verdict === null || !isRejected(state)) return [];
  const issues = verdict.issues.filter((issue) => !isWaived(state, issue));
  if (isOutOfRounds(state) && issues.length > 0)
    return isAuto(state)
      ? [
          runFailed({
            reason: `verification failed in round ${round}, the last one: ${issuesWords(issues)}`,
          }),
        ]
      : [];
  // The rest is found in the next round.
  const drafts = dialect.rework?.(state, issues.slice(0, mostRework)) ?? [];
  const change = withUnits(dialect, state, drafts);
  return [
    roundOpened({
      ...change,
      set: [...change.set],
      gone: [...change.gone],
      order: [...change.order],
      round: round + 1,
      reason: issuesWords(issues),
      whole: whole.id,
    }),
  ];
};

const complete: Follow = (dialect, state) => {
  const work = worked(dialect, state);
  const whole = wholeOf(dialect, state);
  const isOver = work.every(isSettled) && (whole === undefined || isSettled(whole));
  const { tree = null, head = null } = whole?.checked ?? {};
  return isBegun(state) && work.length > 0 && isOver ? [runCompleted({ tree, head })] : [];
};

const list = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}`;
/** Why a run that asks nobody can't go on; null if it can. */
const lostWhy = (dialect: Dialect, state: Work): string | null => {
  const turned = state.units.find(({ trouble }) => trouble?.notBefore === null);
  if (turned !== undefined)
    return `the agent of ${turned.id} was turned away: ${firstLine(turned.trouble?.reason ?? "")}`;
  const mute = state.units.find(isMute);
  if (mute !== undefined)
    return `the judge of ${mute.id} gave no verdict ${mute.judging.mute} times: ${firstLine(mute.judging.returned)}`;
  if (!standsStill(dialect, state)) return null;
  if (spentUnits(dialect, state).length > 0) return spentWords(state);
  const failed = stuckUnits(dialect, state);
  const waiting = state.units.filter(
    (unit) =>
      !isSettled(unit) && unit.status === "open" && blockersOf(dialect, state, unit).length > 0,
  );
  if (failed.length === 0)
    return isBegun(state) && waiting.length > 0
      ? `nothing can start: ${waiting.map((unit) => `${unit.id} waits for ${list(blockersOf(dialect, state, unit))}`).join("; ")}`
      : null;
  const why = failed.map(
    (unit) =>
      `${kindOf(dialect, unit).noun} ${unit.id} failed after ${howMany(unit.tries, "attempt")}: ${firstLine(unit.returned?.reason ?? null)}`,
  );
  const names = waiting.map(({ id }) => id);
  return names.length === 0
    ? why.join("; ")
    : `${why.join("; ")}; ${list(names)} ${names.length === 1 ? "waits" : "wait"} for ${failed.length === 1 ? "it" : "them"}`;
};
const unasked: Follow = (dialect, state) => {
  if (!isAuto(state) || state.paused) return [];
  const reason = lostWhy(dialect, state);
  return reason === null ? [] : [runFailed({ reason })];
};

const rules: readonly Follow[] = [approve, settle, rework, complete, unasked];
/** The first that applies; empty if nothing follows. A run that is over causes nothing. */
export const followed: Follow = (dialect, state) => {
  if (state.end !== null || state.archived) return [];
  for (const rule of rules) {
    const events = rule(dialect, state);
    if (events.length > 0) return events;
  }
  return [];
};
