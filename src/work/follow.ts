// What follows by itself from the state that a command leaves.
import type { Event } from "../core/protocol.ts";
import { paragraphs } from "../core/words/quote.ts";
import { isGreen } from "../core/checks/recheck.ts";
import { redWords } from "../kit/checks.ts";
import {
  blockersOf,
  calledUnmet,
  criteriaOf,
  isOutOfRounds,
  plannedUnits,
  stageOf,
  standsStill,
  wholeOf,
  worked,
} from "./course.ts";
import { giveBack } from "./commands/jobs.ts";
import { pinned } from "./commands/answers.ts";
import { withUnits } from "./commands/plan.ts";
import { type Dialect, kindOf } from "./dialect.ts";
import { counted } from "./events/declare.ts";
import { planApproved, roundOpened } from "./events/plan.ts";
import { verdictRecorded } from "./events/proofs.ts";
import { runCompleted, runFailed } from "./events/run.ts";
import { unitDone, unitDue, unitShown } from "./events/units.ts";
import { criterionFailure, issuesWords, redIssue, stops, unprovedIssue } from "./reasons.ts";
import { isShown, isSettled, type Unit } from "./unit.ts";
import { find, type Issue, isAuto, isBegun, isRejected, type Work } from "./work.ts";

type Follow = (dialect: Dialect, state: Work) => readonly Event[];

const approve: Follow = (dialect, state) =>
  state.plan.state === "proposed" && isAuto(state)
    ? [planApproved({ rev: state.plan.rev, by: null, documents: pinned(dialect, state) })]
    : [];

/** Its stages before the judge are over: it goes on, back, or opens issues. */
const leave = (dialect: Dialect, state: Work, unit: Unit): Event => {
  const { id, shared } = unit;
  const { course, whole = false } = kindOf(dialect, unit);
  const isJudged = course.includes("judge");
  const all = criteriaOf(dialect, state, unit);
  const unmet = calledUnmet(all);
  const red = (unmet.length > 0 ? unmet : all).filter(
    ({ criterion }) =>
      // What no check can show, the unit's own judge says.
      !isShown(criterion) && !(isJudged && !whole && criterion.check === null),
  );
  const sharedRed = shared.filter((result) => !isGreen(result));
  if (red.length === 0 && sharedRed.length === 0)
    return isJudged ? unitShown({ unit: id }) : unitDone({ unit: id, reason: "" });
  if (whole)
    return verdictRecorded({
      unit: id,
      whole,
      verdict: "FAIL",
      by: "engine",
      kind: "engine",
      judgements: [],
      issues: [...red.map(unprovedIssue), ...sharedRed.map(redIssue)],
      notes: "",
    });
  const reason = paragraphs([...red.map(criterionFailure), redWords(shared)]);
  return giveBack(dialect, state, unit, counted("checks", reason));
};
const isHeld = (dialect: Dialect, unit: Unit): boolean =>
  unit.status === "open" &&
  kindOf(dialect, unit).heldIsDone?.(unit) === true &&
  unit.criteria.length > 0 &&
  unit.criteria.every(({ before }) => before?.passed === true);
/** A unit without work is due once those before it are done. */
const isDue = (dialect: Dialect, state: Work, unit: Unit): boolean => {
  const { course, whole } = kindOf(dialect, unit);
  return (
    unit.status === "open" &&
    !course.includes("work") &&
    blockersOf(dialect, state, unit).length === 0 &&
    (whole !== true || worked(dialect, state).length > 0)
  );
};

const settle: Follow = (dialect, state) => {
  if (!isBegun(state)) return [];
  for (const unit of plannedUnits(dialect, state)) {
    const { id, status } = unit;
    if (isSettled(unit) || (kindOf(dialect, unit).whole === true && isRejected(state))) continue;
    if (isHeld(dialect, unit))
      return [unitDone({ unit: id, reason: "all its checks held already" })];
    if (isDue(dialect, state, unit)) return [unitDue({ unit: id })];
    if (status === "claimed" && stageOf(dialect, state, unit) === null)
      return [leave(dialect, state, unit)];
  }
  return [];
};

/** A person let it go since. */
const isWaived = (state: Work, { unit: id, criterion }: Issue): boolean => {
  const unit = id === null ? undefined : find(state, id);
  return (unit?.waived ?? unit?.criteria[(criterion ?? 0) - 1]?.waived ?? null) !== null;
};
/** Most units that rounds add. */
const mostRework = 200;
const rework: Follow = (dialect, state) => {
  const { verdict, round } = state;
  const whole = wholeOf(dialect, state);
  if (whole === undefined || verdict === null || !isRejected(state)) return [];
  const issues = verdict.issues.filter((issue) => !isWaived(state, issue));
  if (isOutOfRounds(state) && issues.length > 0) return [];
  // The rest is found in the next round.
  const drafts = dialect.rework?.(state, issues.slice(0, mostRework)) ?? [];
  const change = withUnits(dialect, state, drafts);
  return [
    roundOpened({
      ...change,
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
  const all = stops(dialect, state);
  const other = all.find(({ is }) => is !== "failed");
  if (other !== undefined) return other.why;
  if (!standsStill(dialect, state)) return null;
  const waiting = state.units.filter(
    (unit) =>
      !isSettled(unit) && unit.status === "open" && blockersOf(dialect, state, unit).length > 0,
  );
  if (all.length === 0)
    return isBegun(state) && waiting.length > 0
      ? `nothing can start: ${waiting.map((unit) => `${unit.id} waits for ${list(blockersOf(dialect, state, unit))}`).join("; ")}`
      : null;
  const why = all.map((one) => one.why).join("; ");
  const names = waiting.map(({ id }) => id);
  return names.length === 0
    ? why
    : `${why}; ${list(names)} ${names.length === 1 ? "waits" : "wait"} for ${all.length === 1 ? "it" : "them"}`;
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
