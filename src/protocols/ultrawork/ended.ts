// Life and end of an ultrawork run in plain words, for parent runs, exit code and page.
import type { Life } from "../../core/row.ts";
import type { Ended } from "../../core/view.ts";
import { counted, countOf, doubtCounts } from "./criteria.ts";
import { allTasks } from "./files/tasks.ts";
import { isOver } from "./over.ts";
import { place } from "./place.ts";
import type { State } from "./state.ts";

export const life = (state: State): Life => {
  if (state.archived) return "archived";
  if (isOver(state)) return "over";
  return state.paused ? "paused" : "live";
};

const summary = (state: State): string => {
  if (state.phase === "FAILED")
    return `${state.goal}: failed: ${state.failureReason ?? "no reason given"}`;
  const tasks = allTasks(state);
  const all = tasks.reduce((count, task) => count + counted(state, task).length, 0);
  const proved = `${state.goal}: ${countOf(state, tasks, "proved")} of ${all} criteria proved`;
  if (state.phase === "CANCELLED") return `${proved}, cancelled`;
  const waived = state.bypasses
    .filter((bypass) => bypass.what !== "criterion changed")
    .map(
      (bypass) =>
        `${bypass.task}${bypass.criterion === null ? "" : `.${bypass.criterion}`} waived by ${bypass.by}`,
    );
  return [proved, ...waived, ...doubtCounts(state, tasks)].join(", ");
};

/** Returns null while the run is active. Only COMPLETE counts as a success. */
export const ended = (state: State): Ended | null => {
  if (!isOver(state)) return null;
  return {
    good: state.phase === "COMPLETE",
    summary: summary(state),
    output: `${place(state)}/session.json`,
    artifacts: state.sweep.changed,
  };
};
