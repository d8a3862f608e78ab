// Why: state is nothing but the fold of events; this is the fold, one entry an event type.
import type { Recorded } from "../../core/row.ts";
import type { StigmergyEvent } from "./messages.ts";
import type { State } from "./state.ts";

/** Throws only where the first event of a run is none that begins one: then the ledger is damaged. */
export const evolve = (state: State | null, event: Recorded<StigmergyEvent>): State => {
  if (state === null) throw new TypeError(`a run cannot begin with ${event.type}`);
  return state;
};
