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

/** An edit that is about a task shows that somebody is at it. */
const edited = (state: State, { by, data, at }: Recorded): State => {
  const task = by.kind === "file" && isRecord(data) ? data["task"] : null;
  return typeof task !== "string"
    ? state
    : changeTask(state, task, (one) =>
        one.status === "in_progress" ? { ...one, editedAt: at } : one,
      );
};

/** The answer to one question sets tasks in motion, and must not take back another that was asked with it. */
const withAsked = (state: State): State =>
  unnoted(state).reduce(
    (now, { id }) => changeTask(now, id, (task) => ({ ...task, asked: task.attempts })),
    state,
  );

/** Throws where a run begins with an event that begins none, or goes on with one that isn't known: the ledger is damaged. */
export const evolve = (state: State | null, event: Recorded): State => {
  if (state === null) return apply(null, event);
  const next = withTroubles(apply(withAsked(state), event), event);
  return {
    ...edited(next, event),
    refused: stillRefused(next.refused, event),
    updatedAt: event.at,
  };
};
