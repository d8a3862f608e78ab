// Why: state is nothing but the fold of events; this is the fold, one entry an event type.
import { stillRefused } from "../../core/refused-edit.ts";
import type { Recorded } from "../../core/row.ts";
import { adopted } from "./evolve/adopted.ts";
import type { Evolve } from "./evolve/change.ts";
import { run, started } from "./evolve/run.ts";
import { work } from "./evolve/work.ts";
import type { PlayerEvent, PlayerEvents } from "./messages.ts";
import { undoneFrom } from "./nodes.ts";
import type { State } from "./state.ts";

type Later = Exclude<keyof PlayerEvents, "RunStarted" | "RunAdopted">;

const table: { readonly [K in Later]: Evolve<K> } = { ...work, ...run };

const applied = <K extends Later>(
  state: State,
  event: Recorded<PlayerEvents[K]> & { readonly type: K },
): State => table[event.type](state, event);

/** Throws only where the first event of a run is none that begins one: then the ledger is damaged. */
export const evolve = (state: State | null, event: Recorded<PlayerEvent>): State => {
  if (event.type === "RunStarted") return started(event);
  if (event.type === "RunAdopted") return adopted(event);
  if (state === null) throw new TypeError(`a run cannot begin with ${event.type}`);
  const next = applied(state, event);
  const refused = stillRefused(next.refused, event);
  const back = event.type === "RunRolledBack" || event.type === "TemplateRepinned";
  return { ...next, batch: undoneFrom(next, back ? 0 : next.batch), refused, updatedAt: event.at };
};
