// The fold: a run's state from its events.
import type { Recorded } from "../../core/row.ts";
import { isRecord } from "../../core/record.ts";
import { stillRefused } from "../../core/refused-edit.ts";
import { foldOf } from "../../kit/rules.ts";
import { allEvents } from "./events.ts";
import { changeTask } from "./evolve/change.ts";
import { withTroubles } from "./evolve/troubles.ts";
import { unnoted } from "./jobs/due.ts";
import type { State } from "./state.ts";

const apply = foldOf<State>(allEvents);

/** An edit about a task shows that it is being worked on. */
const edited = (state: State, { by, data, at }: Recorded): State => {
  const task = by.kind === "file" && isRecord(data) ? data["task"] : null;
  return typeof task !== "string"
    ? state
    : changeTask(state, task, (one) =>
        one.status === "in_progress" ? { ...one, editedAt: at } : one,
      );
};

/** An answer that sets tasks in motion must not withdraw the other questions asked with it. */
const withAsked = (state: State): State =>
  unnoted(state).reduce(
    (now, { id }) => changeTask(now, id, (task) => ({ ...task, asked: task.attempts })),
    state,
  );

/** @throws if the ledger is damaged: the first event doesn't start a run, or a later event is unknown */
export const evolve = (state: State | null, event: Recorded): State => {
  if (state === null) return apply(null, event);
  const next = withTroubles(apply(withAsked(state), event), event);
  return {
    ...edited(next, event),
    refused: stillRefused(next.refused, event),
    updatedAt: event.at,
  };
};
