// Conditions of due work (passes, gates, review), common to jobs and rules (specification, section 6).
import { isPlaced } from "../../core/placed.ts";
import { deskTries } from "./limits.ts";
import { meetsAt } from "./meets.ts";
import type { Desk, PassKind, State, Unit } from "./state.ts";
import { allDone, livePasses, openDepends } from "./units.ts";

/** One that goes on after a skip rests on it, and can't begin without it. */
const isNeeded = (state: State, unit: Unit): boolean => {
  const wanted = new Set(state.units.flatMap(({ id, reopened }) => (reopened ? [id] : [])));
  for (const id of wanted) {
    const one = state.units.find((other) => other.id === id);
    if (one?.stage === "idle") for (const before of one.depends) wanted.add(before);
  }
  return wanted.has(unit.id);
};

/** Units are worked on in execute and verify; after a skip only those reopened or added since, and what they wait for. */
export const isAtWork = (state: State, unit: Unit): boolean =>
  (state.phase === "execute" || state.phase === "verify") &&
  (!state.skipped || isNeeded(state, unit));

/** The pass that a unit's stage asks for; null: none. */
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

/** A found unit whose criteria nobody wrote down: nobody could say when it is done, so they are asked for first. */
export const lacksCriteria = (state: State, unit: Unit): boolean =>
  unit.criteria.length === 0 && unit.pass === null && passAt(state, unit) !== null;
/** The same, where it may be done. */
export const passDue = (state: State, unit: Unit): PassKind | null =>
  lacksCriteria(state, unit) ? null : passAt(state, unit);

export const isGateDue = (state: State, unit: Unit): boolean =>
  isAtWork(state, unit) && (unit.stage === "gate" || unit.stage === "regate");
/** The number of the gate that is due next: of a unit, or the final one. */
export const nextGate = ({ gates }: { readonly gates: number }): number => gates + 1;

/** Every unit is done; after a skip every one that was reopened or added since. */
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
/** The number of the review that is due next. */
export const nextRound = ({ final }: Pick<State, "final">): number => final.reviews + 1;

/** The rounds of reviews, or the tries at one, are used up: a person decides. */
export const isReviewAsked = (state: State): boolean =>
  state.phase === "verify" &&
  (state.final.waits || (isReviewDue(state) && isSpent(state.reviewer, Infinity)));

/** Attempts in a row, or rounds, are used up: a person goes on. */
export const isSpent = (desk: Desk, cap: number): boolean =>
  desk.attempts >= deskTries || desk.rounds >= cap;

/** Why a unit's due pass may not begin while the others are live; null: it may. */
export const heldBack = (
  state: State,
  unit: Unit,
  live: readonly Unit[] = livePasses(state),
): string | null => {
  if (state.paused) return "paused";
  const open = unit.stage === "idle" ? openDepends(state, unit) : [];
  if (open.length > 0) return `waits for ${open.join(", ")}`;
  const gate = isPlaced(state) ? undefined : state.units.find((one) => isGateDue(state, one));
  if (gate !== undefined) return `the gate of ${gate.id} comes first`;
  const others = live.filter(({ id }) => id !== unit.id);
  const first = others[0];
  if (first === undefined) return null;
  if (others.length >= state.settings.workers)
    return `after ${first.id}: ${state.settings.workers === 1 ? "one unit" : `${state.settings.workers} units`} at a time`;
  return others.map((other) => meetsAt(state, unit, other)).find((why) => why !== null) ?? null;
};
