// Why: a plan that can be worked may still be a poor one; whoever approves it is told.
import { hollow, isManual } from "../checks.ts";
import type { DraftCriterion, DraftTask } from "../evolve/draft.ts";
import { sharedFile } from "../overlap.ts";
import { ancestors } from "../waves.ts";

const vague = /\b(?:works?|is (?:clean|good|nice|fine)|better|properly|correctly|as expected)\b/iu;
const many = 5;

const overlaps = (tasks: readonly DraftTask[]): readonly string[] => {
  const before = ancestors(tasks);
  const ordered = (a: DraftTask, b: DraftTask): boolean => before.get(a.id)?.has(b.id) === true || before.get(b.id)?.has(a.id) === true;
  return tasks.flatMap((task, index) =>
    tasks.slice(index + 1).flatMap((other) => {
      const file = task.files === null || other.files === null || ordered(task, other) ? null : sharedFile(task.files, other.files);
      return file === null ? [] : [`FILES_OVERLAP: tasks ${task.id} and ${other.id} share ${file}; the later waits for the earlier`];
    }),
  );
};

const ofCriterion = (task: DraftTask, { text, check }: DraftCriterion): readonly string[] => [
  ...(check === null ? [`task ${task.id}: "${text}" names no check; its worker must`] : []),
  ...(check !== null && hollow(check) ? [`task ${task.id}: the check of "${text}" passes whatever was done: ${check.command ?? ""}`] : []),
  ...((check === null || isManual(check)) && vague.test(text) ? [`task ${task.id}: "${text}" is vague`] : []),
];

/** `own`: how many of verify's criteria are the engine's. */
export const planWarnings = (tasks: readonly DraftTask[], verify: DraftTask, own: number): readonly string[] => [
  ...overlaps(tasks),
  ...tasks.flatMap((task) => [
    ...(task.files === null ? [`task ${task.id} declares no files`] : []),
    ...(task.criteria.length > many ? [`task ${task.id} has ${task.criteria.length} criteria`] : []),
    ...task.criteria.flatMap((criterion) => ofCriterion(task, criterion)),
  ]),
  ...(verify.criteria.length <= own ? ["verify has no check of the whole tree, such as the full build or the full suite"] : []),
  ...verify.criteria.slice(own).flatMap((criterion) => ofCriterion(verify, criterion)),
];
