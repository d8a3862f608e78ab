// The fold: a run's state from its events.
import { stillRefused } from "../../core/refused-edit.ts";
import type { Recorded } from "../../core/row.ts";
import { foldOf } from "../../kit/rules.ts";
import { allEvents, discrepancyLogged } from "./events.ts";
import { isIdle } from "./jobs.ts";
import type { State } from "./state.ts";

const apply = foldOf<State>(allEvents);

/** What was skipped is asked again where nothing else moves, and the answer to another question takes it back no more. */
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

/** Throws where a run begins with an event that begins none, or goes on with one that isn't known: the ledger is damaged. */
export const evolve = (state: State | null, event: Recorded): State => {
  if (state === null) return apply(null, event);
  const next = apply(withAsked(state), event);
  const refused = stillRefused(next.refused, event);
  // Those of an adoption come with it, and its times stay as found.
  const updatedAt = discrepancyLogged.is(event) ? next.updatedAt : event.at;
  return { ...next, refused, updatedAt };
};
