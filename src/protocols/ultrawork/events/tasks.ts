// Events of tasks: their attempts, their ends and what was waived.
import * as t from "../../../kit/schema.ts";
import type { Holder } from "../../../core/row.ts";
import { own, ofUnit } from "../../../core/attempt-end.ts";
import { doerName } from "../../../core/doer.ts";
import { firstOf } from "../../../core/how-many.ts";
import { because } from "../../../core/quote.ts";
import { event } from "./declare.ts";
import {
  changeCriteria,
  changeCriterion,
  changeTask,
  moreAttempts,
  staled,
} from "../evolve/change.ts";
import { resolutionBroken } from "../proofs.ts";
import { returned } from "./ends.ts";
import { again, byWhom } from "./words.ts";
import { begun, count, failure, maybe, paths, texts } from "../shapes.ts";
import type { Criterion } from "../state.ts";

const same = (a: Holder, b: Holder): boolean =>
  a.name === b.name && a.agent === b.agent && a.conversation === b.conversation;

/** Proofs and claims of earlier attempts no longer count; failures stay visible. */
const anew = (criterion: Criterion): Criterion => ({
  ...(criterion.proof?.passed === true ||
  criterion.proof?.captured === true ||
  criterion.proof?.hollow === true ||
  criterion.check?.type === "manual"
    ? staled(criterion)
    : criterion),
  claim: null,
  runs: 0,
});

export const taskStarted = event("TaskStarted", {
  means: "An attempt at a task began.",
  data: { task: t.text, attempt: count, leased: t.flag, ...begun },
  line: ({ task, attempt, worker }) => `task ${task}, attempt ${attempt} ${byWhom(worker)}`,
  doer: ({ holder }) => doerName(holder),
  apply: (state, data, { at }) => {
    const holder: Holder = { ...data.holder, name: data.worker };
    const started = changeTask(state, data.task, (task) => ({
      ...changeCriteria(task, anew),
      status: "in_progress",
      claimed: null,
      attempts: data.attempt,
      leased: data.leased,
      editedAt: null,
      holder,
      worker: data.worker,
      work: null,
      startedAt: task.startedAt ?? at,
      completedAt: null,
    }));
    return {
      ...started,
      involved: state.involved.some((one) => same(one, holder) && one.planned !== true)
        ? state.involved
        : [...state.involved, holder],
      flags: state.flags.filter((flag) => flag.task !== data.task),
    };
  },
});

export const workClaimed = event("WorkClaimed", {
  means: "A worker said that its task is done; the engine's checks are due unless it is held.",
  data: {
    task: t.text,
    summary: t.text,
    files: paths,
    commits: t.list(t.record({ id: t.text, exists: t.flag })),
    concerns: t.text,
    by: t.text,
    held: t.flag,
  },
  line: ({ task, by, summary }) => `task ${task} ${byWhom(by)}${because(summary)}`,
  worked: ({ task }) => task,
  // Missing commits were reported with the claim.
  refers: ({ commits }) => ({ commits: commits.flatMap(({ id, exists }) => (exists ? [id] : [])) }),
  ends: ({ summary }) => [own("reported", summary)],
  apply: (state, { task: id, held, ...work }) =>
    changeTask(state, id, (task) => ({ ...task, claimed: held ? "held" : "due", work })),
});

export const claimFlagged = event("ClaimFlagged", {
  means: "A claim holds a phrase that hints at unfinished work; it decides nothing.",
  data: { task: t.text, phrase: t.text, sentence: t.text },
  line: ({ task, phrase }) => `task ${task} says "${phrase}"`,
  apply: (state, data) => ({ ...state, flags: [...state.flags, data] }),
});

export const taskResolved = event("TaskResolved", {
  means: "Every criterion of the task is proved, captured or waived.",
  data: { task: t.text },
  line: ({ task }) => `task ${task}`,
  // Includes the subject, because a number alone means nothing to people.
  news: {
    word: "proved",
    line: ({ task }, { tasks }) => `task ${task}${because(tasks[task]?.subject ?? null)}`,
  },
  ends: ({ task }) => [ofUnit(task, "done")],
  broken: (before, { task: id }) => resolutionBroken(before, id),
  apply: (state, data, { at }) =>
    changeTask(state, data.task, (task) => ({
      ...task,
      status: "resolved",
      claimed: null,
      leased: false,
      completedAt: at,
    })),
});

export const taskReturned = event("TaskReturned", {
  means: "An attempt ended without success; the task is open again.",
  data: { task: t.text, ...failure },
  line: ({ task, reason, trouble }) => `task ${task}${because(reason)}${again(trouble)}`,
  news: "again",
  ends: ({ task, kind, reason }) => [returned(task, kind, reason)],
  apply: (state, data, { at }) =>
    changeTask(state, data.task, (task) => ({
      ...task,
      status: "open",
      claimed: null,
      leased: false,
      allowance: task.allowance + (data.spent ? 0 : 1),
      turnedAway: task.turnedAway + (data.trouble === undefined ? 0 : 1),
      lastFailure: { attempt: task.attempts, kind: data.kind, reason: data.reason, at },
    })),
});

export const taskFailed = event("TaskFailed", {
  means: "The last allowed attempt ended without success.",
  data: { task: t.text, kind: t.text, reason: t.text },
  line: ({ task, reason }) => `task ${task}${because(reason)}`,
  news: "failed",
  ends: ({ task, kind, reason }) => [returned(task, kind, reason)],
  apply: (state, data, { at }) =>
    changeTask(state, data.task, (task) => ({
      ...task,
      status: "failed",
      claimed: null,
      leased: false,
      completedAt: at,
      lastFailure: { attempt: task.attempts, kind: data.kind, reason: data.reason, at },
    })),
});

export const taskReopened = event("TaskReopened", {
  means: "A person gave a failed task, the planner or the verifier new attempts.",
  data: { what: t.oneOf(["task", "plan", "verify"]), task: t.text, reason: maybe },
  line: ({ what, task, reason }) => `${what === "task" ? `task ${task}` : what}${because(reason)}`,
  news: "again",
  ends: ({ task, reason }) => [ofUnit(task, "returned", reason)],
  apply: (state, data) => {
    if (data.what === "plan")
      return {
        ...state,
        planTries: { ...state.planTries, failed: 0 },
        planner: { ...state.planner, status: "pending" },
      };
    if (data.what === "verify")
      return { ...state, sweep: { ...state.sweep, tries: { ...state.sweep.tries, failed: 0 } } };
    return changeTask(state, data.task, (task) => ({
      ...task,
      status: "open",
      claimed: null,
      completedAt: null,
      allowance: moreAttempts(state, task),
      lastFailure:
        task.lastFailure === null || data.reason === null
          ? task.lastFailure
          : { ...task.lastFailure, reason: `${task.lastFailure.reason}\n${data.reason}` },
    }));
  },
});

export const criterionWaived = event("CriterionWaived", {
  means: "A person let a criterion go without proof, by name: a bypass.",
  data: { task: t.text, criterion: count, criteria: t.text, by: t.text, reason: t.text },
  line: ({ task, criterion, by, reason }) =>
    `task ${task} criterion ${criterion} ${byWhom(by)}${because(reason)}`,
  by: ["person"],
  apply: (state, data, { at }) => {
    const waiver = { by: data.by, reason: data.reason, at };
    const waived = changeCriterion(state, data.task, data.criterion, (criterion) => ({
      ...criterion,
      waived: waiver,
    }));
    return {
      ...waived,
      bypasses: [
        ...state.bypasses,
        {
          what: "criterion waived",
          task: data.task,
          criterion: data.criterion,
          text: data.criteria,
          ...waiver,
        },
      ],
    };
  },
});

export const taskWaived = event("TaskWaived", {
  means: "A person let a task go without proof, by name: a bypass.",
  data: {
    task: t.text,
    by: t.text,
    reason: t.text,
    dropped: t.optional(t.means("its work won't land, so what was proved of it is void", t.flag)),
  },
  line: ({ task, by, reason }) => `task ${task} ${byWhom(by)}${because(reason)}`,
  by: ["person"],
  apply: (state, data, { at }) => {
    const waiver = { by: data.by, reason: data.reason, at };
    const waived = changeTask(state, data.task, (task) => ({
      ...task,
      status: "failed",
      claimed: null,
      leased: false,
      waived: waiver,
      completedAt: task.completedAt ?? at,
      ...(data.dropped === true
        ? { criteria: task.criteria.map((criterion) => ({ ...criterion, proof: null })) }
        : {}),
    }));
    const text = state.tasks[data.task]?.subject ?? data.task;
    return {
      ...waived,
      bypasses: [
        ...state.bypasses,
        { what: "task waived", task: data.task, criterion: null, text, ...waiver },
      ],
    };
  },
});

export const troublesLifted = event("TroublesLifted", {
  means: "A person lets agents begin again that their model server had turned away.",
  data: { units: texts, reason: maybe },
  line: ({ units, reason }) => `${firstOf(units, 3)}${because(reason)}`,
});
