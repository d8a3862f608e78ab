// When what a unit's passes left may land.
import type { Stamp } from "../../core/protocol.ts";
import { advance } from "./decider/advance.ts";
import { type Events, fold } from "./decider/step.ts";
import { runCancelled, unitDropped } from "./events.ts";
import type { State } from "./state.ts";
import { unitOf } from "./units.ts";

/** Gate, consensus and verdict agree on it, or a person accepted it with its gaps. */
export const lands = (state: State, unit: string): boolean =>
  unitOf(state, unit)?.stage === "settled";

/** A unit whose work a person dropped leaves the plan; without any unit the run is cancelled. */
export const dropped = (state: State, id: string, reason: string, stamp: Stamp): Events => {
  const unit = unitOf(state, id);
  if (unit === null || unit.pass !== null || state.ended !== null) return [];
  if (state.units.length === 1)
    return [runCancelled({ reason: `the work of its last unit was dropped: ${reason}` })];
  const decided = [unitDropped({ unit: id, reason })];
  return [...decided, ...advance(fold(state, decided, stamp), stamp)];
};
