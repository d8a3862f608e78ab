// Why: state is nothing but the fold of events; this is the fold, one entry an event type.
import { stillRefused } from "../../core/refused-edit.ts";
import type { Recorded } from "../../core/row.ts";
import { adopted } from "./evolve/adopted.ts";
import { brief } from "./evolve/brief.ts";
import type { Evolve } from "./evolve/change.ts";
import { gates } from "./evolve/gates.ts";
import { passes } from "./evolve/passes.ts";
import { plan } from "./evolve/plan.ts";
import { records } from "./evolve/records.ts";
import { review } from "./evolve/review.ts";
import { run, started } from "./evolve/run.ts";
import { stuck } from "./evolve/stuck.ts";
import { isIdle } from "./jobs.ts";
import type { IterativeEvent, IterativeEvents } from "./messages.ts";
import type { State } from "./state.ts";

type Later = Exclude<keyof IterativeEvents, "RunStarted" | "RunAdopted">;

const table: { readonly [K in Later]: Evolve<K> } = {
  ...brief,
  ...plan,
  ...passes,
  ...gates,
  ...stuck,
  ...review,
  ...records,
  ...run,
};

const applied = <K extends Later>(
  state: State,
  event: Recorded<IterativeEvents[K]> & { readonly type: K },
): State => table[event.type](state, event);

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

/** Throws only where the first event of a run is none that begins one: then the ledger is damaged. */
export const evolve = (state: State | null, event: Recorded<IterativeEvent>): State => {
  if (event.type === "RunStarted") return started(event);
  if (event.type === "RunAdopted") return adopted(event);
  if (state === null) throw new TypeError(`a run cannot begin with ${event.type}`);
  const next = applied(withAsked(state), event);
  const refused = stillRefused(next.refused, event);
  // Those of an adoption come with it, and its times stay as found.
  const updatedAt = event.type === "DiscrepancyLogged" ? next.updatedAt : event.at;
  return { ...next, refused, updatedAt };
};
