// Status words and counts of criteria for views, evidence and summaries of ultrawork.
import type { Criterion as Shown } from "../../core/view.ts";
import { howMany } from "../../core/how-many.ts";
import type { Criterion, State, Task } from "./state.ts";
import { nameless } from "./task.ts";

type Status = Shown["status"];

export const statusOf = ({ waived, proof, check }: Criterion): Status => {
  if (waived !== null) return "waived";
  if (proof === null) return check === null ? "bare" : "unproved";
  if (proof.stale) return "stale";
  if (proof.captured && !proof.judged) return "captured";
  if (proof.passed) return "proved";
  return proof.hollow === true ? "unproved" : "failed";
};

/** The engine's first two criteria of verify summarise the end; no check or agent proves them. */
export const ownCriteria = 2;

/** Criteria from the plan. */
export const counted = (state: State, task: Task): readonly Criterion[] =>
  task.id === state.verifyId ? task.criteria.slice(ownCriteria) : task.criteria;

export const countWhere = (
  state: State,
  tasks: readonly Task[],
  which: (criterion: Criterion) => boolean,
): number => tasks.reduce((count, task) => count + counted(state, task).filter(which).length, 0);

export const countOf = (state: State, tasks: readonly Task[], which: Status): number =>
  countWhere(state, tasks, (criterion) => statusOf(criterion) === which);

export const heldBefore = (task: Task, criterion: Criterion): boolean =>
  task.baseline?.results.find((result) => result.criterion === task.criteria.indexOf(criterion) + 1)
    ?.passed === true;

/** Tasks that a file marks as started without naming a worker; null if all workers are known. */
export const unknownWorkers = (tasks: readonly Task[]): string | null => {
  const ids = tasks.flatMap(({ id, worker }) => (worker === nameless ? [id] : []));
  return ids.length === 0 ? null : `who did task ${ids.join(", ")} isn't known`;
};

/** Counts the reasons why proofs are weaker than they seem. */
export const doubtCounts = (state: State, tasks: readonly Task[]): readonly string[] => {
  const proved = tasks.flatMap((task) =>
    counted(state, task).flatMap((criterion) =>
      statusOf(criterion) === "proved" ? [{ task, criterion }] : [],
    ),
  );
  const held = proved.filter(({ task, criterion }) => heldBefore(task, criterion)).length;
  const chosen = proved.filter(({ criterion: { chosenBy } }) => chosenBy === "worker").length;
  const word = proved.filter(({ criterion: { proof } }) => proof?.hollow === true).length;
  const who = unknownWorkers(tasks);
  return [
    ...(held > 0 ? [`${held} held already before the work`] : []),
    ...(chosen > 0 ? [`${howMany(chosen, "check")} chosen by the worker`] : []),
    ...(word > 0 ? [`${word} by a person's word: its check shows nothing`] : []),
    ...(who === null ? [] : [who]),
  ];
};
