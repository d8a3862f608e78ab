// Commands that add, edit and remove single tasks; the plan then needs approval anew.
import * as event from "../events.ts";
import type { UltraworkEvent } from "../events.ts";
import { changesInput, reason, taskId, taskInput } from "../shapes.ts";
import { command } from "./declare.ts";
import * as t from "../../../kit/schema.ts";
import type { Sender, Stamp } from "../../../core/protocol.ts";
import { reasonMissing } from "../../../core/reason.ts";
import { isRefusal, type Refusal, refuse, refuseAll } from "../../../core/refusal.ts";
import { draftOf, ownTexts } from "../evolve/draft.ts";
import { place } from "../place.ts";
import { type Changes, readChanges, readTask } from "../plan/read.ts";
import { idFindings, manualFindings } from "../plan/rules.ts";
import type { ChosenBy, State, Task } from "../state.ts";
import { findTask, roleOf, senderWrong } from "../decider/names.ts";
import { drafted, proposed, wholeFindings } from "./planning.ts";
import { type Decided, fold, isAuto } from "../decider/step.ts";

const mayPlan = (state: State, by: Sender): Refusal | null =>
  by.kind === "agent" && roleOf(state, by).is !== "planner"
    ? senderWrong("only the planner changes the draft", "the token of the planner's job")
    : null;

const chooser = (by: Sender): ChosenBy => (by.kind === "person" ? "person" : "plan");

const frozen = (state: State, fits: string): Refusal =>
  refuse("PLAN_FROZEN", `the plan is at work: the run is in ${state.phase}`, { fits });

/** Returns the event if the plan stays valid. During PLANNING a draft may be incomplete; a proposed plan is proposed anew immediately, or the edit is refused. Later the whole plan must be valid. */
export const ifSound = (state: State, event: UltraworkEvent, stamp: Stamp): Decided => {
  const after = fold(state, [event], stamp);
  const full = drafted(after);
  if (state.phase === "PLANNING" && state.plan.state === "draft")
    return refuseAll(manualFindings([...full.tasks, full.verify], isAuto(state))) ?? [event];
  const refused = refuseAll(wholeFindings(after, full));
  if (refused !== null) return refused;
  if (state.phase !== "PLANNING") return [event];
  const { decisions, touched } = state.plan;
  return [event, proposed(after, full, { decisions, touched, by: stamp.by.name })];
};

export const addTask = command("AddTask", {
  means: "Adds a task to the draft of the plan, or, by a person, to the work under way.",
  data: { task: taskInput },
  who: ["agent", "file", "person"],
  decide: (state, { task: input }, stamp) => {
    const { by } = stamp;
    if (state.phase !== "PLANNING" && (state.phase !== "EXECUTION" || by.kind !== "person"))
      return frozen(state, "in EXECUTION a person may add a task");
    const wrong = mayPlan(state, by);
    if (wrong !== null) return wrong;
    const read = readTask(input, "/task", { place: place(state), chosenBy: chooser(by) });
    const repeated = Object.keys(state.tasks).some(
      (id) => id !== state.verifyId && id.toLowerCase() === input.id.toLowerCase(),
    );
    const refused = refuseAll([
      ...idFindings(input.id, state.verifyId, "/task/id"),
      ...(repeated
        ? [
            refuse("TASK_REPEATED", `there is a task ${input.id} already`, {
              pointer: "/task/id",
              fits: "another id",
            }),
          ]
        : []),
      ...read.findings,
    ]);
    return refused ?? ifSound(state, event.taskAdded({ task: read.value }), stamp);
  },
});

const derived = (task: Task, changes: Changes): Refusal | null =>
  changes.blocked_by === undefined &&
  changes.complexity === undefined &&
  changes.files === undefined
    ? null
    : refuse(
        "VERIFY_RESERVED",
        `task ${task.id} waits for every other task: only its subject, its description and its whole-tree criteria may be changed`,
      );

const withOwn = (changes: Changes): Changes => ({
  ...changes,
  ...(changes.success_criteria === undefined
    ? {}
    : {
        success_criteria: [
          ...ownTexts,
          ...changes.success_criteria.filter(
            (one) =>
              !ownTexts.some((text) => text === (typeof one === "string" ? one : one.criteria)),
          ),
        ],
      }),
});

const editable = (
  state: State,
  task: Task,
  by: Sender,
  reason: string | undefined,
): Refusal | null => {
  if (state.phase === "PLANNING") return mayPlan(state, by);
  if (state.phase !== "EXECUTION" || by.kind !== "person")
    return frozen(
      state,
      "in EXECUTION a person may change a task that is open or failed, with a reason",
    );
  if (task.status !== "open" && task.status !== "failed")
    return frozen(state, `task ${task.id} is ${task.status}; open and failed ones may be changed`);
  return reasonMissing(reason);
};

export const editTask = command("EditTask", {
  means: "Changes a task of the draft, or, by a person with a reason, an open or failed one later.",
  data: {
    task: taskId,
    changes: changesInput,
    reason: t.optional(t.means("must be given once work has begun", reason)),
  },
  who: ["agent", "file", "person"],
  decide: (state, { task: id, changes, reason }, stamp) => {
    const task = findTask(state, id);
    if (isRefusal(task)) return task;
    const verify = id === state.verifyId;
    const refused =
      editable(state, task, stamp.by, reason) ?? (verify ? derived(task, changes) : null);
    if (refused !== null) return refused;
    const read = readChanges(verify ? withOwn(changes) : changes, {
      place: place(state),
      chosenBy: chooser(stamp.by),
      kept: draftOf(task).criteria,
    });
    const findings = refuseAll(read.findings);
    if (findings !== null) return findings;
    const before: Readonly<Record<string, unknown>> = draftOf(task);
    const same = Object.entries(read.value).every(
      ([key, value]) => JSON.stringify(value) === JSON.stringify(before[key]),
    );
    if (same) return [];
    return ifSound(
      state,
      event.taskEdited({
        task: id,
        changes: read.value,
        reason: reason ?? null,
        by: stamp.by.name,
      }),
      stamp,
    );
  },
});

export const removeTask = command("RemoveTask", {
  means: "Takes a task out of the draft of the plan.",
  data: { task: taskId },
  who: ["agent", "file", "person"],
  decide: (state, { task: id }, stamp) => {
    if (state.phase !== "PLANNING") return frozen(state, "waive it instead");
    const task = findTask(state, id);
    if (isRefusal(task)) return task;
    const wrong = mayPlan(state, stamp.by);
    if (wrong !== null) return wrong;
    if (id === state.verifyId)
      return refuse("VERIFY_RESERVED", "the verify task stays: every run is verified");
    return ifSound(state, event.taskRemoved({ task: id }), stamp);
  },
});
