// Readiness of ultrawork's tasks: blockers, last task, settled tasks; for jobs, rules and views.
import { firstLine } from "../../core/quote.ts";
import type { Digest, Recorded } from "../../core/row.ts";
import type { UltraworkEvent } from "./events.ts";
import { sharedFile } from "./overlap.ts";
import type { State, Task, TaskId } from "./state.ts";

/** The tasks of the plan in their order, without verify. */
export const planned = (state: State): readonly Task[] =>
  state.order.flatMap((id) => state.tasks[id] ?? []);

/** Only one task is left that isn't waived: it cannot be waived too, or nothing would be verified. */
export const isLast = (state: State): boolean =>
  planned(state).filter((task) => task.waived === null).length < 2;

/** Its dependants may start. */
export const isSettled = (task: Task): boolean =>
  task.status === "resolved" || task.waived !== null;

/** What its worker left may land: every criterion is proved, or a person took it without. */
export const lands = (state: State, unit: string): boolean => {
  const task = state.tasks[unit];
  return task !== undefined && isSettled(task);
};

export const worked = ({ type, data }: Recorded<UltraworkEvent>): TaskId | null =>
  type === "WorkClaimed" ? data.task : null;

/** What is told since the run began is told from where its work begins, and not from a checkout with changes that stay out of it. What was done before has its own. */
export const based = (tree: Digest, { base, tasks }: State): Partial<Pick<State, "base">> =>
  Object.values(tasks).some(({ attempts }) => attempts > 0) ? {} : { base: { ...base, tree } };

export const openBlockers = (state: State, task: Task): readonly TaskId[] =>
  task.blockedBy.filter((id) => {
    const blocker = state.tasks[id];
    return blocker === undefined || !isSettled(blocker);
  });

/** A worker is at it: begun, and not yet claimed for the engine's checks. */
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

/** Why a task that is open in EXECUTION isn't ready, the first reason that holds; null: ready. Free workers don't count here. */
export const unreadyWhy = (state: State, task: Task): string | null =>
  waits(state, task) ?? asked(state, task) ?? shares(state, task);

export const isReady = (state: State, task: Task): boolean =>
  state.phase === "EXECUTION" &&
  task.status === "open" &&
  task.waived === null &&
  unreadyWhy(state, task) === null;

/** All that keeps an open task from being begun now; null: it may begin. `under`: workers that are at it; `turn`: what keeps it out though it is ready. */
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
