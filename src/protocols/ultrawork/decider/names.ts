// Lookup of tasks, criteria and jobs by name, and of senders by job token, in ultrawork.
import { digest } from "../../../core/hash.ts";
import { ownOf } from "../../../core/own.ts";
import type { Sender } from "../../../core/protocol.ts";
import { type Refusal, refuse } from "../../../core/refusal.ts";
import type { Holder } from "../../../core/row.ts";
import type { Criterion, Explorer, State, Task, TaskId } from "../state.ts";

/** What a person can do if no agent may verify. */
export const judgeYourself = (state: State): string =>
  `judge it yourself: \`cairn send ${state.run} SetOptions --verifier person\``;

export const findTask = (state: State, id: TaskId): Task | Refusal =>
  ownOf(state.tasks, id) ??
  refuse("TASK_UNKNOWN", `there is no task ${id}`, {
    fits: [...state.order, state.verifyId].slice(0, 20).join(", "),
  });

export type FoundCriterion = {
  readonly task: Task;
  readonly number: number;
  readonly criterion: Criterion;
};

/** Finds a criterion by its number, from 1, or by its exact text. */
export const findCriterion = (task: Task, name: number | string): FoundCriterion | Refusal => {
  const number =
    typeof name === "number" ? name : task.criteria.findIndex(({ text }) => text === name) + 1;
  const criterion = task.criteria[number - 1];
  return criterion === undefined
    ? refuse("CRITERION_UNKNOWN", `task ${task.id} has no criterion ${JSON.stringify(name)}`, {
        fits: `a number from 1 to ${task.criteria.length}, or the exact text`,
      })
    : { task, number, criterion };
};

export const taskKey = (task: Task): string => `task-${task.id}-${task.attempts}`;
export const explorerKey = (explorer: Explorer): string =>
  `explore-${explorer.id}-${explorer.tries}`;
export const plannerKey = (state: State): string => `plan-${state.planTries.begun}`;
export const verifierKey = (state: State): string =>
  `verify-${state.sweep.no}-${state.sweep.tries.begun}`;

export type Role =
  | { readonly is: "person" | "file" | "engine" | "planner" | "verifier" | "nobody" }
  | { readonly is: "worker"; readonly task: Task }
  | { readonly is: "explorer"; readonly explorer: Explorer };

/** @returns `nobody` for an agent whose job isn't the latest of its key in this run */
export const roleOf = (state: State, by: Sender): Role => {
  if (by.kind === "person" || by.kind === "file") return { is: by.kind };
  if (by.kind !== "agent") return { is: "engine" };
  return by.job === undefined ? { is: "nobody" } : holderOf(state, by.job);
};

/** The holder of the latest job with this key. */
export const holderOf = (state: State, job: string): Role => {
  if (state.planTries.begun > 0 && job === plannerKey(state)) return { is: "planner" };
  if (state.sweep.tries.begun > 0 && job === verifierKey(state)) return { is: "verifier" };
  const explorer = Object.values(state.explorers).find(
    (one) => one.tries > 0 && explorerKey(one) === job,
  );
  if (explorer !== undefined) return { is: "explorer", explorer };
  const task = Object.values(state.tasks).find((one) => one.attempts > 0 && taskKey(one) === job);
  return task === undefined ? { is: "nobody" } : { is: "worker", task };
};

export const senderWrong = (text: string, fits: string): Refusal =>
  refuse("SENDER_WRONG", text, { fits });

/** The name shown in claims and files. */
export const shownName = (role: Role, by: Sender): string =>
  role.is === "worker" ? (role.task.worker ?? by.name) : by.name;

/** A hosted agent is one unique conversation, so its name is derived from the run and its job. */
export const workerName = (state: State, job: string, holder: Holder, hosted: boolean): string =>
  hosted ? `task-${digest(`${state.run}\n${job}`).slice(0, 6)}` : holder.name;

/** The author that a holder matches, by name, conversation or, if the option is set, configured agent. Claimed, not proven. */
export const involvedWith = (state: State, holder: Holder): Holder | null =>
  state.involved.find(
    (one) =>
      one.name === holder.name ||
      (one.conversation !== null && one.conversation === holder.conversation) ||
      (state.options.verifier === "other-agent" &&
        one.planned !== true &&
        one.agent !== null &&
        one.agent === holder.agent),
  ) ?? null;

export const verifierInvolved = (state: State, one: Holder): Refusal =>
  refuse(
    "VERIFIER_INVOLVED",
    `${one.name} worked on this run's tasks, and nobody judges work of its own`,
    {
      fits: `another agent, or another conversation under another name; or ${judgeYourself(state)}`,
    },
  );
