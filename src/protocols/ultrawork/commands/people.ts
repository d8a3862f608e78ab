// Commands of persons only, in ultrawork: retry, waiver, new options.
import * as event from "../events.ts";
import { criterionName, optionsInput, reason, taskId } from "../shapes.ts";
import { command } from "./declare.ts";
import * as t from "../../../kit/schema.ts";
import { reasonMissing } from "../../../core/reason.ts";
import { isRefusal, refuse } from "../../../core/refusal.ts";
import { isManual } from "../checks.ts";
import { plannerGaveUp, verifierGaveUp } from "../jobs/due.ts";
import { mostAttempts } from "../limits.ts";
import { isLast } from "../ready.ts";
import type { State } from "../state.ts";
import {
  explorerUnit,
  heldUnits,
  planUnit,
  taskUnit,
  troubleOf,
  verifyUnit,
  workedAttempts,
} from "../trouble.ts";
import { isOwn } from "./claims.ts";
import { findCriterion, findTask } from "../decider/names.ts";
import { mergeOptions, wrong } from "../decider/options.ts";
import { phaseWrong } from "../decider/step.ts";

/** A retry that a person allows applies to all units that wait for a person, because they share the cause: their model server. */
const liftedBy = (state: State, id: string): readonly string[] => {
  const named = [
    explorerUnit(id),
    taskUnit(id),
    ...(id === "plan" ? [planUnit] : []),
    ...(id === "verify" || id === state.verifyId ? [verifyUnit] : []),
  ];
  const troubled = named.filter((unit) => troubleOf(state, unit) !== undefined);
  return troubled.length === 0 ? [] : [...new Set([...troubled, ...heldUnits(state)])];
};

export const retryTask = command("RetryTask", {
  label: "Try again",
  means:
    "Gives a failed task, planning or verification new attempts. Agents that their model server turned away begin again.",
  data: {
    task: t.means(
      "id of a task; plan and verify, once given up; an explorer too, where its model server turned it away",
      t.text,
    ),
    reason: t.optional(reason),
  },
  who: ["person"],
  decide: (state, { task: id, reason: given }) => {
    const reason = (given ?? "").trim() === "" ? null : (given ?? null);
    const units = liftedBy(state, id);
    if (units.length > 0) return [event.troublesLifted({ units, reason })];
    if (id === "plan" && state.tasks[id] === undefined)
      return plannerGaveUp(state)
        ? [event.taskReopened({ what: "plan", task: id, reason })]
        : refuse("TASK_UNFAILED", "the planner hasn't given up");
    if (id === state.verifyId || id === "verify")
      return verifierGaveUp(state)
        ? [event.taskReopened({ what: "verify", task: state.verifyId, reason })]
        : refuse("TASK_UNFAILED", "the verifier hasn't given up");
    const task = findTask(state, id);
    const wrong = phaseWrong(state, "EXECUTION");
    if (isRefusal(task)) return task;
    if (wrong !== null) return wrong;
    if (task.status !== "failed" || task.waived !== null)
      return refuse(
        "TASK_UNFAILED",
        `task ${id} is ${task.waived === null ? task.status : "waived"}`,
        { fits: "a task that failed" },
      );
    if (workedAttempts(task) >= mostAttempts)
      return refuse(
        "ATTEMPTS_SPENT",
        `task ${id} had ${workedAttempts(task)} attempts, and ${mostAttempts} is the most`,
        {
          fits: "waive it, or another task that does the same",
        },
      );
    return [event.taskReopened({ what: "task", task: id, reason })];
  },
});

export const waive = command("Waive", {
  label: "Accept without proof",
  means: "Accepts a criterion or a task without proof, in your name and always shown as such.",
  data: {
    task: taskId,
    criterion: t.optional(t.means("the whole task if not said", criterionName)),
    reason,
  },
  who: ["person"],
  decide: (state, { task: id, criterion: name, reason }, { by }) => {
    const task = findTask(state, id);
    if (isRefusal(task)) return task;
    const wrong = phaseWrong(state, "EXECUTION", "VERIFICATION");
    if (wrong !== null) return wrong;
    if (name === undefined) {
      if (id === state.verifyId)
        return refuse("VERIFY_RESERVED", "verification as a whole cannot be waived", {
          fits: "one of its own criteria, by number",
          pointer: "/criterion",
        });
      if (task.waived !== null) return [];
      if (task.status === "resolved")
        return refuse("TASK_RESOLVED", `task ${id} is resolved`, {
          fits: "a criterion of it, by number",
          pointer: "/criterion",
        });
      if (isLast(state))
        return refuse(
          "TASK_LAST",
          "the last unwaived task cannot be waived: nothing would be left to verify",
          {
            fits: "a criterion of it, by number",
            pointer: "/criterion",
          },
        );
      return reasonMissing(reason) ?? [event.taskWaived({ task: id, by: by.name, reason })];
    }
    const found = findCriterion(task, name);
    if (isRefusal(found)) return found;
    if (isOwn(state, found))
      return refuse("VERIFY_RESERVED", `criterion ${found.number} of verify cannot be waived`);
    if (found.criterion.waived !== null) return [];
    return (
      reasonMissing(reason) ?? [
        event.criterionWaived({
          task: id,
          criterion: found.number,
          criteria: found.criterion.text,
          by: by.name,
          reason,
        }),
      ]
    );
  },
});

export const setOptions = command("SetOptions", {
  means: "Changes options of the run.",
  holds: ["options"],
  data: { options: optionsInput },
  who: ["person"],
  decide: (state, { options: given }) => {
    const options = mergeOptions(state.options, given);
    if (isRefusal(options)) return options;
    if (options.max_iterations < state.iteration)
      return wrong(
        "max_iterations",
        options.max_iterations,
        `${state.iteration} or more: that iteration is under way`,
      );
    if (JSON.stringify(options.explorers) !== JSON.stringify(state.options.explorers))
      return refuse("OPTION_INVALID", "explorers are fixed at the start");
    const attended =
      state.questions.some(({ answer }) => answer === null) ||
      Object.values(state.tasks).some((task) =>
        task.criteria.some(({ check, waived }) => isManual(check) && waived === null),
      );
    if (options.mode === "auto" && state.options.mode !== "auto" && attended)
      return refuse(
        "OPTION_INVALID",
        "mode cannot be auto: open questions or manual criteria ask a person",
        {
          fits: "answer, change or waive them first",
        },
      );
    return JSON.stringify(options) === JSON.stringify(state.options)
      ? []
      : [event.optionsChanged({ options })];
  },
});
