// Shared functions of iterative's rules.
import { ahead, chained } from "../../../core/rules/ahead.ts";
import type { Stamp } from "../../../core/protocol.ts";
import { textsWithin } from "../../../core/rules/reason.ts";
import { type Refusal, refuse } from "../../../core/refusal.ts";
import type { IterativeEvent } from "../events.ts";
import { evolve } from "../evolve.ts";
import { textLimit } from "../limits.ts";
import type { State, Unit, UnitId } from "../state.ts";
import { unitOf } from "../units.ts";

export type Events = readonly IterativeEvent[];
export type Decided = Events | Refusal;
/** What follows from an event, in the same append. */
export type Follow = (state: State, stamp: Stamp) => Events;

/** State after events that have no ledger number yet. */
export const fold = ahead<State, IterativeEvent>(evolve);
/** Each step sees the results of the steps before it. */
export const chain = chained<State, IterativeEvent>(evolve);

export const { oversized, reasonOf } = textsWithin(textLimit);

export const unitUnknown = (state: State, id: UnitId): Refusal =>
  refuse("UNIT_UNKNOWN", `there is no unit ${id}`, {
    fits:
      state.units.length === 0
        ? "the plan comes first"
        : state.units.map((unit) => unit.id).join(", "),
  });

/** Refuses an unknown unit and lists the existing ones. */
export const withUnit = (state: State, id: UnitId, then: (unit: Unit) => Decided): Decided => {
  const unit = unitOf(state, id);
  return unit === null ? unitUnknown(state, id) : then(unit);
};

export const phaseWrong = (state: State, what: string, fits: string): Refusal =>
  refuse("PHASE_WRONG", `${what} can't be done in phase ${state.phase}`, { fits });
