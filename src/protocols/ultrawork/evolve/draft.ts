// Fresh tasks and criteria of ultrawork, alike for plan, addition, fix and adoption.
import { ownOf } from "../../../core/own.ts";
import type { Of } from "../../../kit/schema.ts";
import type { draftTask } from "../shapes.ts";
import type { Criterion, State, Task, TaskId } from "../state.ts";

export type DraftTask = Of<typeof draftTask>;
export type DraftCriterion = DraftTask["criteria"][number];

export const freshCriterion = ({ text, check, chosenBy }: DraftCriterion): Criterion => ({
  text,
  check,
  chosenBy: check === null ? null : chosenBy,
  proof: null,
  claim: null,
  waived: null,
  runs: 0,
  answers: 0,
});

export const freshTask = ({ criteria, ...draft }: DraftTask, allowance: number): Task => ({
  ...draft,
  status: "open",
  claimed: null,
  waived: null,
  leased: false,
  editedAt: null,
  holder: null,
  worker: null,
  attempts: 0,
  turnedAway: 0,
  allowance,
  criteria: criteria.map(freshCriterion),
  baseline: null,
  work: null,
  lastFailure: null,
  adopted: false,
  found: [],
  startedAt: null,
  completedAt: null,
});

/** The engine's own two criteria of every verify task. */
export const ownTexts = [
  "All criteria of all tasks hold on the final tree",
  "An agent that did none of the work accepts every criterion",
] as const;

export const verifyDraft = (id: TaskId, criteria: readonly DraftCriterion[]): DraftTask => ({
  id,
  subject: "Verify the whole",
  description: null,
  complexity: null,
  files: null,
  blockedBy: [],
  criteria: [...ownTexts.map((text) => ({ text, check: null, chosenBy: null })), ...criteria],
});

/** A criterion with the same text and check keeps its proof. */
export const sameCriterion = (before: Criterion | undefined, draft: DraftCriterion): Criterion => {
  if (before === undefined || before.text !== draft.text) return freshCriterion(draft);
  if (JSON.stringify(before.check) === JSON.stringify(draft.check)) return before;
  return {
    ...freshCriterion(draft),
    claim: before.claim,
    runs: before.runs,
    answers: before.answers,
  };
};

export const draftOf = (task: Task): DraftTask => ({
  id: task.id,
  subject: task.subject,
  description: task.description,
  complexity: task.complexity,
  files: task.files,
  blockedBy: task.blockedBy,
  criteria: task.criteria.map(({ text, check, chosenBy }) => ({ text, check, chosenBy })),
});

/** Existing tasks keep their history; resolved ones stay even if the plan omits them. */
export const withPlan = (state: State, drafts: readonly DraftTask[], verify: DraftTask): State => {
  const merged = drafts.map((draft) => mergeTask(state, draft));
  const kept = state.order.flatMap((id) => {
    const task = state.tasks[id];
    return task?.status === "resolved" && !drafts.some((draft) => draft.id === id) ? [task] : [];
  });
  const all = [...kept, ...merged];
  const order = all.map((task) => task.id);
  const last = { ...mergeTask(state, verify), blockedBy: order };
  return {
    ...state,
    order,
    tasks: Object.fromEntries([...all, last].map((task) => [task.id, task])),
  };
};

const mergeTask = (state: State, draft: DraftTask): Task => {
  const before = ownOf(state.tasks, draft.id);
  if (before === undefined) return freshTask(draft, state.options.max_attempts);
  const { criteria, ...rest } = draft;
  return {
    ...before,
    ...rest,
    criteria: criteria.map((one) =>
      sameCriterion(
        before.criteria.find(({ text }) => text === one.text),
        one,
      ),
    ),
  };
};
