// When what a unit's passes left may land.
import type { State } from "./state.ts";
import { unitOf } from "./units.ts";

/** Gate, consensus and verdict agree on it, or a person accepted it with its gaps. */
export const lands = (state: State, unit: string): boolean =>
  unitOf(state, unit)?.stage === "settled";
