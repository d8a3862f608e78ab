// Copy-on-write helpers of ultrawork's fold: cost per event independent of the run's size.
import { ownOf } from "../../../core/own.ts";
import { mostAttempts } from "../limits.ts";
import type { Criterion, Proof, State, Task, TaskId } from "../state.ts";

/** Does nothing if the task doesn't exist. */
export const changeTask = (state: State, id: TaskId, change: (task: Task) => Task): State => {
  const task = ownOf(state.tasks, id);
  return task === undefined ? state : { ...state, tasks: { ...state.tasks, [id]: change(task) } };
};

export const changeTasks = (state: State, change: (task: Task) => Task): State => ({
  ...state,
  tasks: Object.fromEntries(Object.entries(state.tasks).map(([id, task]) => [id, change(task)])),
});

export const changeCriteria = (task: Task, change: (criterion: Criterion) => Criterion): Task => ({
  ...task,
  criteria: task.criteria.map(change),
});

/** @param number from 1 */
export const changeCriterion = (
  state: State,
  id: TaskId,
  number: number,
  change: (criterion: Criterion) => Criterion,
): State =>
  changeTask(state, id, (task) => ({
    ...task,
    criteria: task.criteria.map((criterion, index) =>
      index === number - 1 ? change(criterion) : criterion,
    ),
  }));

export const changeProof = (criterion: Criterion, change: (proof: Proof) => Proof): Criterion =>
  criterion.proof === null ? criterion : { ...criterion, proof: change(criterion.proof) };

/** Undoes passed proofs until the check runs again; failures stay. */
export const staled = (criterion: Criterion): Criterion =>
  changeProof(criterion, (proof) => ({ ...proof, stale: true }));

/** Verify depends on every other task, whatever a file or plan says. */
export const withOrder = (state: State, order: readonly TaskId[]): State =>
  changeTask({ ...state, order }, state.verifyId, (verify) => ({ ...verify, blockedBy: order }));

/** Additional attempts beyond those begun, up to the total limit. */
export const moreAttempts = (state: State, task: Task): number =>
  Math.max(
    task.allowance,
    Math.min(task.attempts + state.options.max_attempts, mostAttempts + task.turnedAway),
  );

/** The sweep must prove it again, and measure the tree again. */
export const sweepAgain = (state: State): State =>
  state.phase === "VERIFICATION"
    ? {
        ...state,
        sweep: {
          ...state.sweep,
          running: false,
          verdict: null,
          state: state.sweep.state === "none" ? "none" : "open",
        },
      }
    : state;
