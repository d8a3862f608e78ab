// Events of a run's beginning, its ends and its files.
import * as t from "../../../kit/schema.ts";
import { own } from "../../../core/attempt-end.ts";
import { howMany } from "../../../core/how-many.ts";
import { because, firstLine } from "../../../core/quote.ts";
import { event, opening } from "./declare.ts";
import { adopted } from "../evolve/adopted.ts";
import { changeTask, changeTasks, moreAttempts } from "../evolve/change.ts";
import { noSweep, started } from "../evolve/fresh.ts";
import { mostAttempts } from "../limits.ts";
import { livePhaseOf } from "../over.ts";
import { completionBroken } from "../proofs.ts";
import { workedAttempts } from "../trouble.ts";
import { optionalName, short } from "./words.ts";
import { livePhase, maybe, count, options, startFields } from "../shapes.ts";
import { adoptionFields } from "../found-shapes.ts";
import type { LivePhase, State, Task } from "../state.ts";

/** Active work stops without using an attempt; claims are kept, and their checks are due if the run is reopened. */
const stopped = (state: State): State => {
  const tasks = changeTasks(state, (task): Task => {
    if (task.status !== "in_progress" || task.id === state.verifyId) return task;
    if (task.claimed !== null) return { ...task, claimed: "due", leased: false };
    return { ...task, status: "open", leased: false, allowance: task.allowance + 1 };
  });
  return {
    ...tasks,
    phaseLeft: livePhaseOf(state),
    explorers: Object.fromEntries(
      Object.entries(state.explorers).map(([id, explorer]) => [
        id,
        { ...explorer, running: false },
      ]),
    ),
    planner:
      state.planner.status === "running" ? { ...state.planner, status: "pending" } : state.planner,
    sweep: { ...state.sweep, running: false },
  };
};

const reopened = (state: State, phase: LivePhase): State => {
  const tasks = changeTasks(state, (task): Task => {
    if (task.id === state.verifyId) return { ...task, status: "open", completedAt: null };
    if (task.status !== "failed" || task.waived !== null || workedAttempts(task) >= mostAttempts)
      return task;
    return { ...task, status: "open", completedAt: null, allowance: moreAttempts(state, task) };
  });
  const again = phase === "VERIFICATION";
  return {
    ...tasks,
    planTries: { ...state.planTries, failed: 0 },
    planner:
      state.planner.status === "failed" ? { ...state.planner, status: "pending" } : state.planner,
    verdicts: [],
    troubles: {},
    sweep: again
      ? { ...noSweep, no: state.sweep.no, changed: state.sweep.changed }
      : { ...state.sweep, voids: 0, tries: { ...state.sweep.tries, failed: 0 } },
  };
};

export const runStarted = opening("RunStarted", {
  means: "The run began, with its goal, its folder and its options.",
  data: startFields,
  line: ({ goal }) => firstLine(goal),
  refers: ({ base }) => ({ commits: optionalName(base.head) }),
  begin: (data, { at }) => started(data, at),
});

export const runAdopted = opening("RunAdopted", {
  means: "An existing session folder became this run, as it was found.",
  data: adoptionFields,
  line: ({ found, corrections }) =>
    `${firstLine(found.goal)}: ${found.phase}, ${howMany(found.tasks.length, "task")}${corrections.length === 0 ? "" : `, ${corrections.length} read otherwise than they stood there`}`,
  refers: ({ base, digests }) => ({
    commits: optionalName(base.head),
    outputs: Object.values(digests),
  }),
  begin: (data, { at }) => adopted(data, at),
});

export const runCompleted = event("RunCompleted", {
  means: "The run is complete on this tree.",
  data: { tree: t.text, head: maybe },
  line: ({ tree }) => `on tree ${short(tree)}`,
  news: "done",
  refers: ({ head }) => ({ commits: optionalName(head) }),
  ends: () => [own("passed")],
  broken: completionBroken,
  apply: (state, _data, { at }) => ({
    ...changeTask(state, state.verifyId, (verify) => ({
      ...verify,
      status: "resolved",
      completedAt: at,
    })),
    phase: "COMPLETE",
    completedAt: at,
  }),
});

export const runFailed = event("RunFailed", {
  means: "The run ended as failed, for this reason.",
  data: { reason: t.text },
  line: ({ reason }) => firstLine(reason),
  news: "failed",
  apply: (state, data, { at }) => {
    const ended = stopped(state);
    const verified =
      state.phase === "VERIFICATION"
        ? changeTask(ended, state.verifyId, (verify) => ({
            ...verify,
            status: "failed",
            completedAt: at,
          }))
        : ended;
    return { ...verified, phase: "FAILED", failureReason: data.reason };
  },
});

export const runCancelled = event("RunCancelled", {
  means: "The run was cancelled.",
  data: { reason: maybe },
  line: ({ reason }) => firstLine(reason ?? ""),
  news: "failed",
  apply: (state, _data, { at }) => ({ ...stopped(state), phase: "CANCELLED", cancelledAt: at }),
});

export const runReopened = event("RunReopened", {
  means: "A person took the run up again in the phase it was left in.",
  data: { phase: livePhase, reason: t.text, max_iterations: t.maybe(count) },
  line: ({ phase, reason }) => `${phase}${because(reason)}`,
  by: ["person"],
  apply: (state, data) => {
    const more =
      data.max_iterations === null
        ? state.options
        : { ...state.options, max_iterations: data.max_iterations };
    const again = reopened({ ...state, options: more }, data.phase);
    return {
      ...again,
      phase: data.phase,
      phaseLeft: null,
      paused: false,
      completedAt: null,
      cancelledAt: null,
      failureReason: null,
    };
  },
});

export const optionsChanged = event("OptionsChanged", {
  means: "Options of the run were changed.",
  data: { options },
  line: ({ options }) =>
    `${options.mode}, ${options.max_iterations} iterations, ${options.max_attempts} attempts a task`,
  by: ["person"],
  apply: (state, data) => ({ ...state, options: data.options }),
});

export const documentRecorded = event("DocumentRecorded", {
  means: "A free document of the folder changed.",
  data: { path: t.text, digest: t.text },
  line: ({ path }) => path,
  apply: (state, data) => ({
    ...state,
    documents: { ...state.documents, [data.path]: data.digest },
  }),
});
