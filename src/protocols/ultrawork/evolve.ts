// Why: state is a fold of events and nothing else; a type without an entry here doesn't compile.
import { stillRefused } from "../../core/refused-edit.ts";
import type { Recorded } from "../../core/row.ts";
import { adopted } from "./evolve/adopted.ts";
import { changeTask, type Evolve } from "./evolve/change.ts";
import { planning } from "./evolve/planning.ts";
import { run, started } from "./evolve/run.ts";
import { sweeps } from "./evolve/sweep.ts";
import { tasks } from "./evolve/tasks.ts";
import { withTroubles } from "./evolve/troubles.ts";
import { unnoted } from "./jobs/due.ts";
import type { UltraworkEvent, UltraworkEvents } from "./messages.ts";
import type { State } from "./state.ts";

type Later = Exclude<keyof UltraworkEvents, "RunStarted" | "RunAdopted">;

const table: { readonly [K in Later]: Evolve<K> } = {
  ...planning,
  ...tasks,
  ...sweeps,
  ...run,
  TroublesLifted: (state) => state,
};

const applied = <K extends Later>(
  state: State,
  event: Recorded<UltraworkEvents[K]> & { readonly type: K },
): State => table[event.type](state, event);

/** An edit that is about a task shows that somebody is at it. */
const edited = (state: State, event: Recorded<UltraworkEvent>): State => {
  if (event.by.kind !== "file" || !("task" in event.data) || typeof event.data.task !== "string")
    return state;
  return changeTask(state, event.data.task, (task) =>
    task.status === "in_progress" ? { ...task, editedAt: event.at } : task,
  );
};

/** The answer to one question sets tasks in motion, and must not take back another that was asked with it. */
const withAsked = (state: State): State =>
  unnoted(state).reduce(
    (now, { id }) => changeTask(now, id, (task) => ({ ...task, asked: task.attempts })),
    state,
  );

/** Throws only where the first event of a run is none that begins one: then the ledger is damaged. */
export const evolve = (state: State | null, event: Recorded<UltraworkEvent>): State => {
  if (event.type === "RunStarted") return started(event);
  if (event.type === "RunAdopted") return adopted(event);
  if (state === null) throw new TypeError(`a run cannot begin with ${event.type}`);
  const next = withTroubles(applied(withAsked(state), event), event);
  const refused = stillRefused(next.refused, event);
  return { ...edited(next, event), refused, updatedAt: event.at };
};
