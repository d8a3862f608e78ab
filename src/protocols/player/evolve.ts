// The fold: a run's state from its events.
import { stillRefused } from "../../core/refused-edit.ts";
import type { Recorded } from "../../core/row.ts";
import { foldOf } from "../../kit/rules.ts";
import { allEvents, runRolledBack, templateRepinned } from "./events.ts";
import { undoneFrom } from "./nodes.ts";
import type { State } from "./state.ts";

const apply = foldOf<State>(allEvents);

/** Throws where a run begins with an event that begins none, or goes on with one that isn't known: the ledger is damaged. */
export const evolve = (state: State | null, event: Recorded): State => {
  const next = apply(state, event);
  if (state === null) return next;
  const back = runRolledBack.is(event) || templateRepinned.is(event);
  return {
    ...next,
    batch: undoneFrom(next, back ? 0 : next.batch),
    refused: stillRefused(next.refused, event),
    updatedAt: event.at,
  };
};
