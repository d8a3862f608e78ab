// The fold: a run's state from its events.
import { stillRefused } from "../../kit/edits/refused-edit.ts";
import type { Recorded } from "../../core/row.ts";
import { foldOf } from "../../kit/rules.ts";
import { allEvents, discrepancyLogged } from "./events.ts";
import { isIdle } from "./jobs/idle.ts";
import type { State } from "./state.ts";

const apply = foldOf<State>(allEvents);

/** A skipped unit is asked about again when nothing else can move; answers to other questions don't withdraw that. */
const withAsked = (state: State): State => {
  if (!state.units.some(({ stuck: asked }) => asked?.skipped === true) || !isIdle(state))
    return state;
  return {
    ...state,
    units: state.units.map((unit) =>
      unit.stuck === null ? unit : { ...unit, stuck: { ...unit.stuck, skipped: false } },
    ),
  };
};

/** @throws if the ledger is damaged: the first event doesn't start a run, or a later event is unknown */
export const evolve = (state: State | null, event: Recorded): State => {
  if (state === null) return apply(null, event);
  const next = apply(withAsked(state), event);
  const refused = stillRefused(next.refused, event);
  // Discrepancies of an adoption are recorded with it, so its times stay unchanged.
  const updatedAt = discrepancyLogged.is(event) ? next.updatedAt : event.at;
  return { ...next, refused, updatedAt };
};
