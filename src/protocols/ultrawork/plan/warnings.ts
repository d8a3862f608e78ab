// Warnings on a weak but workable plan in ultrawork, for its approver.
import { isCheckedWhole } from "../../../core/placed.ts";
import { hollow, isManual } from "../checks.ts";
import type { DraftCriterion, DraftTask } from "../evolve/draft.ts";
import { lightCriterion } from "../light.ts";
import { sharedFile } from "../overlap.ts";
import type { State } from "../state.ts";
import { ancestors } from "../waves.ts";

const vague = /\b(?:works?|is (?:clean|good|nice|fine)|better|properly|correctly|as expected)\b/iu;
const many = 5;

const overlaps = (tasks: readonly DraftTask[]): readonly string[] => {
  const before = ancestors(tasks);
  const ordered = (a: DraftTask, b: DraftTask): boolean =>
    before.get(a.id)?.has(b.id) === true || before.get(b.id)?.has(a.id) === true;
  return tasks.flatMap((task, index) =>
    tasks.slice(index + 1).flatMap((other) => {
      const file =
        task.files === null || other.files === null || ordered(task, other)
          ? null
          : sharedFile(task.files, other.files);
      return file === null
        ? []
        : [
            `FILES_OVERLAP: tasks ${task.id} and ${other.id} share ${file}; the later waits for the earlier`,
          ];
    }),
  );
};

const ofCriterion = (task: DraftTask, { text, check }: DraftCriterion): readonly string[] => [
  ...(check === null ? [`task ${task.id}: "${text}" names no check; its worker must`] : []),
  ...(check !== null && hollow(check)
    ? [`task ${task.id}: the check of "${text}" passes whatever was done: ${check.command ?? ""}`]
    : []),
  ...((check === null || isManual(check)) && vague.test(text)
    ? [`task ${task.id}: "${text}" is vague`]
    : []),
];

const wholeUnchecked =
  "verify has no check of the whole tree, such as the full build or the full suite";

/** Warnings that still apply: a plan may have been proposed before the repository's checks were known to run on everything that lands. */
export const warningsNow = (state: State): readonly string[] =>
  isCheckedWhole(state)
    ? state.plan.warnings.filter((text) => text !== wholeUnchecked)
    : state.plan.warnings;

/** Generated and approved automatically, so there is nothing to correct. */
const isLight = ([task, ...more]: readonly DraftTask[]): boolean =>
  more.length === 0 && task?.criteria.length === 1 && task.criteria[0]?.text === lightCriterion;

/** @param own number of verify criteria that are the engine's */
export const planWarnings = (
  tasks: readonly DraftTask[],
  verify: DraftTask,
  own: number,
): readonly string[] => {
  if (isLight(tasks)) return [];
  return [
    ...overlaps(tasks),
    ...tasks.flatMap((task) => [
      ...(task.files === null ? [`task ${task.id} declares no files`] : []),
      ...(task.criteria.length > many
        ? [`task ${task.id} has ${task.criteria.length} criteria`]
        : []),
      ...task.criteria.flatMap((criterion) => ofCriterion(task, criterion)),
    ]),
    ...(verify.criteria.length <= own ? [wholeUnchecked] : []),
    ...verify.criteria.slice(own).flatMap((criterion) => ofCriterion(verify, criterion)),
  ];
};
