// Why: whether a criterion is proved is asked by views, evidence and the summary of a run; the words for it are the specification's.
import type { Criterion as Shown } from "../../core/protocol.ts";
import type { Criterion, State, Task } from "./state.ts";

export type Standing = Shown["status"];

export const standing = ({ waived, proof, check }: Criterion): Standing => {
  if (waived !== null) return "waived";
  if (proof === null) return check === null ? "bare" : "unproved";
  if (proof.stale) return "stale";
  if (proof.captured && !proof.judged) return "captured";
  return proof.passed ? "proved" : "failed";
};

/** Criteria that the plan gave: verify's own two are the engine's words for the end. */
export const counted = (state: State, task: Task): readonly Criterion[] =>
  task.id === state.verifyId ? task.criteria.slice(2) : task.criteria;

export const countOf = (state: State, tasks: readonly Task[], which: Standing): number =>
  tasks.reduce((count, task) => count + counted(state, task).filter((criterion) => standing(criterion) === which).length, 0);
