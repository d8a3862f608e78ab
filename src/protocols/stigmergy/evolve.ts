// Why: state is nothing but the fold of events; this is the fold, one entry an event type.
import { stillRefused } from "../../core/refused-edit.ts";
import type { Recorded } from "../../core/row.ts";
import { adopted } from "./evolve/adopted.ts";
import type { Evolve } from "./evolve/change.ts";
import { checks } from "./evolve/checks.ts";
import { documents } from "./evolve/documents.ts";
import { halts } from "./evolve/halts.ts";
import { issues } from "./evolve/issues.ts";
import { records } from "./evolve/records.ts";
import { run, started } from "./evolve/run.ts";
import { asking } from "./gates.ts";
import { stories } from "./evolve/stories.ts";
import type { StigmergyEvent, StigmergyEvents } from "./messages.ts";
import type { State } from "./state.ts";

type Later = Exclude<keyof StigmergyEvents, "ProjectStarted" | "ProjectAdopted">;

const table: { readonly [K in Later]: Evolve<K> } = {
  ...documents,
  ...stories,
  ...checks,
  ...issues,
  ...halts,
  ...records,
  ...run,
};

const applied = <K extends Later>(
  state: State,
  event: Recorded<StigmergyEvents[K]> & { readonly type: K },
): State => table[event.type](state, event);

/** Throws only where the first event of a run is none that begins one: then the ledger is damaged. */
export const evolve = (state: State | null, event: Recorded<StigmergyEvent>): State => {
  if (event.type === "ProjectStarted") return asking(started(event));
  if (event.type === "ProjectAdopted") return asking(adopted(event));
  if (state === null) throw new TypeError(`a run cannot begin with ${event.type}`);
  const next = asking(applied(state, event));
  return { ...next, refused: stillRefused(next.refused, event), updatedAt: event.at };
};
