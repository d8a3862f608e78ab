// Readiness of ultrawork's tasks: blockers, last task, settled tasks; for jobs, rules and views.
import { firstLine } from "../../core/quote.ts";
import type { Digest } from "../../core/row.ts";
import { sharedFile } from "./overlap.ts";
import type { State, Task, TaskId } from "./state.ts";

/** The tasks of the plan in order, without verify. */
export const planned = (state: State): readonly Task[] =>
  state.order.flatMap((id) => state.tasks[id] ?? []);

/** Only one unwaived task is left: waiving it, too, would leave nothing to verify. */
export const isLast = (state: State): boolean =>
  planned(state).filter((task) => task.waived === null).length < 2;

/** Its dependants may start. */
export const isSettled = (task: Task): boolean =>
  task.status === "resolved" || task.waived !== null;

/** Its work may land: every criterion is proven, or a person accepted it without proof. */
export const lands = (state: State, unit: string): boolean => {
  const task = state.tasks[unit];
  return task !== undefined && isSettled(task);
};

/** Sets the base to the tree where work starts, which excludes local changes of a checkout; after the first attempt the base stays. */
export const based = (tree: Digest, { base, tasks }: State): Partial<Pick<State, "base">> =>
  Object.values(tasks).some(({ attempts }) => attempts > 0) ? {} : { base: { ...base, tree } };

export const openBlockers = (state: State, task: Task): readonly TaskId[] =>
  task.blockedBy.filter((id) => {
    const blocker = state.tasks[id];
    return blocker === undefined || !isSettled(blocker);
  });

/** A worker is active: begun, and not yet claimed for the engine's checks. */
export const isWorked = (task: Task): boolean =>
  task.status === "in_progress" && task.claimed !== "due";

export const workersUnderWay = (state: State): number => planned(state).filter(isWorked).length;

const waits = (state: State, task: Task): string | null => {
  const blockers = openBlockers(state, task).map((id) => {
    const blocker = state.tasks[id];
    if (blocker?.status !== "failed") return id;
    return `${id} (failed: ${firstLine(blocker.lastFailure?.reason ?? null, 100)})`;
  });
  return blockers.length === 0 ? null : `waits for ${blockers.join(", ")}`;
};

const asked = (state: State, task: Task): string | null => {
  const question = state.questions.find(
    (entry) => entry.about === task.id && entry.answer === null,
  );
  return question === undefined ? null : `question ${question.id}`;
};

const shares = (state: State, task: Task): string | null => {
  if (task.files === null) return null;
  for (const id of state.order) {
    const other = state.tasks[id];
    if (other === undefined || id === task.id || other.status !== "in_progress") continue;
    const file = sharedFile(task.files, other.files);
    if (file !== null) return `shares ${file} with ${other.id}`;
  }
  return null;
};

/** The first reason why an open task in EXECUTION isn't ready; null if it is. Ignores the number of free workers. */
export const unreadyWhy = (state: State, task: Task): string | null =>
  waits(state, task) ?? asked(state, task) ?? shares(state, task);

export const isReady = (state: State, task: Task): boolean =>
  state.phase === "EXECUTION" &&
  task.status === "open" &&
  task.waived === null &&
  unreadyWhy(state, task) === null;

/** Why an open task can't start now; null if it can. `under`: active workers; `turn`: reason why a ready task must wait. */
export const whyNot = (
  state: State,
  task: Task,
  under: number = workersUnderWay(state),
  turn: string | null = null,
): string | null => {
  if (state.paused) return "paused";
  const why = unreadyWhy(state, task) ?? turn;
  if (why !== null) return why;
  const { max_workers: max } = state.options;
  return max > 0 && under >= max ? `no free worker (max ${max})` : null;
};
