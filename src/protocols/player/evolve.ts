// The fold: a run's state from its events.
import { stillRefused } from "../../kit/edits/refused-edit.ts";
import type { Recorded } from "../../core/row.ts";
import { foldOf } from "../../kit/rules.ts";
import { allEvents, runRolledBack, templateRepinned } from "./events.ts";
import { undoneFrom } from "./nodes.ts";
import type { State } from "./state.ts";

const apply = foldOf<State>(allEvents);

/** @throws if the ledger is damaged: the first event doesn't start a run, or a later event is unknown */
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
