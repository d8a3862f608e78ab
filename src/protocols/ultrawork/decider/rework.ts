// Rework after a FAIL in ultrawork: one fix task per issue, or the end of the run.
import * as event from "../events.ts";
import type { DraftTask } from "../evolve/draft.ts";
import { textLimit } from "../limits.ts";
import type { Issue, State } from "../state.ts";
import { failureText } from "./settle.ts";
import { type Events, type Follow, isAuto } from "./step.ts";

const mostFixes = 200;
const rounds = 3;

/** Keys of issues that occur in three consecutive verdicts. */
export const recurring = (state: State): readonly string[] => {
  const last = state.verdicts.slice(-rounds);
  const first = last[0];
  return last.length < rounds || first === undefined
    ? []
    : [...new Set(first.keys)].filter((key) => last.every(({ keys }) => keys.includes(key)));
};

const criterionOf = (state: State, issue: Issue) =>
  issue.task === null || issue.criterion === null
    ? undefined
    : state.tasks[issue.task]?.criteria[issue.criterion - 1];

/** Waived since the verdict, so there is nothing left to fix. */
export const isWaived = (state: State, issue: Issue): boolean =>
  (criterionOf(state, issue)?.waived ?? null) !== null ||
  (issue.task !== null && (state.tasks[issue.task]?.waived ?? null) !== null);

const clip = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;

/** Adopted folders may contain tasks with these names. */
const freeId = (state: State, n: number): string => {
  const id = `fix-${state.iteration}-${n}`;
  return state.tasks[id] === undefined ? id : freeId(state, n + mostFixes);
};

const fixTask = (state: State, issue: Issue, n: number): DraftTask => {
  const broken = criterionOf(state, issue);
  const task = issue.task === null ? undefined : state.tasks[issue.task];
  const failed = broken !== undefined && broken.proof !== null && !broken.proof.passed;
  const failing =
    failed && task !== undefined
      ? failureText({ task, number: issue.criterion ?? 0, criterion: broken })
      : "";
  const criterion = failed
    ? { text: broken.text, check: broken.check, chosenBy: broken.chosenBy }
    : {
        text: clip(issue.doneWhen || issue.summary, 500),
        check: issue.check,
        chosenBy: issue.check === null ? null : ("verifier" as const),
      };
  const about = task === undefined ? "" : `Task ${task.id}: ${task.subject}`;
  const files = issue.files.length > 0 ? issue.files : (task?.files ?? null);
  return {
    id: freeId(state, n),
    subject: clip(`Fix: ${issue.summary}`, 200),
    description: clip(
      [issue.summary, about, issue.doneWhen === "" ? "" : `Done when: ${issue.doneWhen}`, failing]
        .filter((part) => part !== "")
        .join("\n\n"),
      textLimit,
    ),
    complexity: null,
    files,
    blockedBy: [],
    criteria: [criterion],
  };
};

export const reworkFor = (
  state: State,
  issues: readonly Issue[],
  reason: string,
  fresh: boolean,
): Events => {
  const fixes = state.order.filter((id) => id.startsWith("fix-")).length + issues.length;
  if (fixes > mostFixes)
    return [
      event.runFailed({
        reason: `verification asks for ${fixes} fix tasks in all, more than ${mostFixes}`,
      }),
    ];
  const tasks = issues.map((issue, index) => fixTask(state, issue, index + 1));
  return [event.reworkOpened({ iteration: state.iteration + 1, tasks, reason, fresh })];
};

const inBrief = (issues: readonly Issue[]): string =>
  clip(issues.map((issue) => issue.summary).join("; "), 1_000);

export const rework: Follow = (state) => {
  if (state.phase !== "VERIFICATION" || state.sweep.verdict !== "FAIL") return [];
  const { max_iterations: max } = state.options;
  if (state.iteration >= max)
    return [
      event.runFailed({
        reason: `verification failed in iteration ${state.iteration} of ${max}: ${inBrief(state.issues)}`,
      }),
    ];
  const again = recurring(state);
  if (again.length === 0) return reworkFor(state, state.issues, inBrief(state.issues), false);
  const names = again
    .map((key) => state.issues.find((issue) => issue.key === key)?.summary ?? key)
    .join("; ");
  return isAuto(state)
    ? [
        event.runFailed({
          reason: `not converging: the same issues stand in ${rounds} verdicts running: ${names} (${again.join(", ")})`,
        }),
      ]
    : [];
};
