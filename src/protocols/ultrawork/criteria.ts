// Why: whether a criterion is proved is asked by views, evidence and the summary of a run; the words for it are the specification's.
import type { Criterion as Shown } from "../../core/view.ts";
import type { Criterion, State, Task } from "./state.ts";

type Status = Shown["status"];

export const statusOf = ({ waived, proof, check }: Criterion): Status => {
  if (waived !== null) return "waived";
  if (proof === null) return check === null ? "bare" : "unproved";
  if (proof.stale) return "stale";
  if (proof.captured && !proof.judged) return "captured";
  if (proof.passed) return "proved";
  return proof.hollow === true ? "unproved" : "failed";
};

/** Of verify's criteria the first two are the engine's own words for the end: no check, no word of an agent shows them. */
export const ownCriteria = 2;

/** Criteria that the plan gave. */
export const counted = (state: State, task: Task): readonly Criterion[] =>
  task.id === state.verifyId ? task.criteria.slice(ownCriteria) : task.criteria;

export const countWhere = (state: State, tasks: readonly Task[], which: (criterion: Criterion) => boolean): number =>
  tasks.reduce((count, task) => count + counted(state, task).filter(which).length, 0);

export const countOf = (state: State, tasks: readonly Task[], which: Status): number =>
  countWhere(state, tasks, (criterion) => statusOf(criterion) === which);
