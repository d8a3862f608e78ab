// The fold: a run's state from its events.
import { stillRefused } from "../../kit/edits/refused-edit.ts";
import type { Recorded } from "../../core/row.ts";
import { foldOf } from "../../kit/rules.ts";
import { allEvents, type StigmergyEvent } from "./events.ts";
import { asking } from "./gates.ts";
import { recentLimit } from "./limits.ts";
import type { State } from "./state.ts";

const apply = foldOf<State>(allEvents);

/** Applies an event's entry: last signal and time, entry count, and a time that references may name. */
const marked = (state: State, { type, data }: StigmergyEvent): State => {
  if (!("entry" in data)) return state;
  const { at, signal, claimed } = data.entry;
  return {
    ...state,
    // On adoption, the previous signal stays, because this entry is the engine's.
    signal: type === "ProjectAdopted" ? state.signal : signal,
    lastAt: at,
    entries: state.entries + 1,
    recent: [...state.recent.slice(-(recentLimit - 1)), { at, claimed: claimed ?? null }],
  };
};

/** @throws if the first event doesn't start a run: the ledger is damaged */
export const evolve = (state: State | null, event: Recorded<StigmergyEvent>): State => {
  const next = asking(marked(apply(state, event), event));
  return { ...next, refused: stillRefused(next.refused, event), updatedAt: event.at };
};
