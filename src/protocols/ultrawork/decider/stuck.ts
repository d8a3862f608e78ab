// Handling of a stuck ultrawork run: a question to a person, or an end with a reason.
import * as event from "../events.ts";
import { firstLine } from "../../../core/quote.ts";
import { attempted, plannerGaveUp, standsStill, stuckTasks, verifierGaveUp } from "../jobs/due.ts";
import { isSettled, openBlockers, planned } from "../ready.ts";
import type { State } from "../state.ts";
import { type Follow, isAuto } from "./step.ts";

const list = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}`;

/** Adopted graphs may depend on missing tasks, or on themselves. */
const unstartable = (state: State): string | null => {
  const tasks = planned(state);
  if (state.phase !== "EXECUTION" || state.paused || !standsStill(state)) return null;
  const waiting = tasks
    .filter((task) => !isSettled(task))
    .map((task) => `task ${task.id} waits for ${list(openBlockers(state, task))}`);
  return tasks.length === 0
    ? "there is no task to work on"
    : `nothing can start: ${waiting.join("; ")}`;
};

const tasksText = (state: State): string | null => {
  const failed = standsStill(state) ? stuckTasks(state) : [];
  if (failed.length === 0) return unstartable(state);
  const why = failed
    .map(
      (task) =>
        `task ${task.id} failed after ${attempted(task)}: ${firstLine(task.lastFailure?.reason ?? null)}`,
    )
    .join("; ");
  const waiting = planned(state).filter(
    (task) => task.status === "open" && openBlockers(state, task).length > 0,
  );
  const names = [...waiting.map((task) => task.id), state.verifyId];
  return `${why}; ${list(names)} ${names.length === 1 ? "waits" : "wait"} for ${failed.length === 1 ? "it" : "them"}`;
};

export const stuck: Follow = (state) => {
  if (!isAuto(state)) return [];
  const reason = plannerGaveUp(state)
    ? `the planner failed ${state.planTries.failed} times: ${firstLine(state.planner.lastFailure)}`
    : verifierGaveUp(state)
      ? `the verifier failed ${state.sweep.tries.failed} times: ${firstLine(state.sweep.lastFailure)}`
      : tasksText(state);
  return reason === null ? [] : [event.runFailed({ reason })];
};
