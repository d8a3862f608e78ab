// Conditions of due work (passes, gates, review), common to jobs and rules.
import { deskTries } from "./limits.ts";
import { meetsAt } from "./meets.ts";
import type { Desk, PassKind, State, Unit } from "./state.ts";
import { allDone, livePasses, openDepends } from "./units.ts";

/** A unit that was resumed after a skip depends on it and can't begin without it. */
const isNeeded = (state: State, unit: Unit): boolean => {
  const wanted = new Set(state.units.flatMap(({ id, reopened }) => (reopened ? [id] : [])));
  for (const id of wanted) {
    const one = state.units.find((other) => other.id === id);
    if (one?.stage === "idle") for (const before of one.depends) wanted.add(before);
  }
  return wanted.has(unit.id);
};

/** Units are worked on in execute and verify; after a skip only those reopened or added since, and their dependencies. */
export const isAtWork = (state: State, unit: Unit): boolean =>
  (state.phase === "execute" || state.phase === "verify") &&
  (!state.skipped || isNeeded(state, unit));

/** The pass that a unit's stage requires; null if none. */
const passAt = (state: State, unit: Unit): PassKind | null => {
  if (!isAtWork(state, unit)) return null;
  switch (unit.stage) {
    case "idle":
    case "work":
      return unit.gaps.length === 0 ? "work" : state.mode === "development" ? "fix" : "revise";
    case "test":
      return "test";
    case "confirm":
      return "confirmation";
    case "verify":
      return "verification";
    default:
      return null;
  }
};

/** An adopted unit without criteria can't be judged, so its criteria are requested first. */
export const lacksCriteria = (state: State, unit: Unit): boolean =>
  unit.criteria.length === 0 && unit.pass === null && passAt(state, unit) !== null;
/** The required pass, if it may run. */
export const passDue = (state: State, unit: Unit): PassKind | null =>
  lacksCriteria(state, unit) ? null : passAt(state, unit);

export const isGateDue = (state: State, unit: Unit): boolean =>
  isAtWork(state, unit) && (unit.stage === "gate" || unit.stage === "regate");
/** Number of the next gate: of a unit, or the final one. */
export const nextGate = ({ gates }: { readonly gates: number }): number => gates + 1;

/** Every unit is done; after a skip, every unit that was reopened or added since. */
export const isWhole = (state: State): boolean =>
  state.skipped
    ? state.units.every((unit) => !unit.reopened || unit.stage === "settled")
    : allDone(state);

const isJudging = (state: State): boolean =>
  state.phase === "verify" && !state.final.waits && isWhole(state);
export const isFinalGateDue = (state: State): boolean =>
  isJudging(state) && state.final.gate === null;
export const isReviewDue = (state: State): boolean =>
  isJudging(state) &&
  state.final.gate !== null &&
  state.final.gate.red.length === 0 &&
  state.final.review === null;
/** Number of the next review. */
export const nextRound = ({ final }: Pick<State, "final">): number => final.reviews + 1;

/** The rounds of reviews, or the attempts at one, are used up: a person decides. */
export const isReviewAsked = (state: State): boolean =>
  state.phase === "verify" &&
  (state.final.waits || (isReviewDue(state) && isSpent(state.reviewer, Infinity)));

/** Consecutive attempts, or rounds, are used up: a person decides. */
export const isSpent = (desk: Desk, cap: number): boolean =>
  desk.attempts >= deskTries || desk.rounds >= cap;

/** Why a unit's due pass may not begin during the other live ones; null if it may. */
export const heldBack = (
  state: State,
  unit: Unit,
  live: readonly Unit[] = livePasses(state),
): string | null => {
  if (state.paused) return "paused";
  const open = unit.stage === "idle" ? openDepends(state, unit) : [];
  if (open.length > 0) return `waits for ${open.join(", ")}`;
  const others = live.filter(({ id }) => id !== unit.id);
  const first = others[0];
  if (first === undefined) return null;
  if (others.length >= state.settings.workers)
    return `after ${first.id}: ${state.settings.workers === 1 ? "one unit" : `${state.settings.workers} units`} at a time`;
  return others.map((other) => meetsAt(state, unit, other)).find((why) => why !== null) ?? null;
};
