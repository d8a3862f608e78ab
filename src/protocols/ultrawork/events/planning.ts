// Events of exploration, questions and the plan.
import * as t from "../../../kit/schema.ts";
import { own } from "../../../core/attempt-end.ts";
import { doerName } from "../../../core/doer.ts";
import { howMany } from "../../../core/how-many.ts";
import { ownOf } from "../../../core/own.ts";
import { because, firstLine } from "../../../core/quote.ts";
import { event } from "./declare.ts";
import { changeTask, withOrder } from "../evolve/change.ts";
import { freshTask, sameCriterion, withPlan } from "../evolve/draft.ts";
import { childPointer } from "../files/extras.ts";
import { taskFile } from "../files/tasks.ts";
import { approvalBroken } from "../proofs.ts";
import { failed } from "./ends.ts";
import { again, byWhom } from "./words.ts";
import {
  complexity,
  livePhase,
  texts,
  paths,
  maybe,
  count,
  draftCriterion,
  draftTask,
  begun,
  failure,
} from "../shapes.ts";
import { exploration } from "../found-shapes.ts";
import type { State, Waiver } from "../state.ts";

const drafted = (state: State): State["plan"] => ({
  ...state.plan,
  state: "draft",
  approvedBy: null,
});

export const explorerStarted = event("ExplorerStarted", {
  means: "An explorer began.",
  data: { explorer: t.text, ...begun },
  line: ({ explorer, worker }) => `${explorer} ${byWhom(worker)}`,
  doer: ({ holder }) => doerName(holder),
  apply: (state, data) => {
    const explorer = ownOf(state.explorers, data.explorer);
    if (explorer === undefined) return state;
    const begun = { ...explorer, tries: explorer.tries + 1, running: true, agent: data.worker };
    return { ...state, explorers: { ...state.explorers, [data.explorer]: begun } };
  },
});

export const explorationRecorded = event("ExplorationRecorded", {
  means: "An explorer's findings were handed in.",
  data: exploration.entries,
  line: ({ explorer, summary }) => `${explorer}${because(summary)}`,
  ends: ({ summary }) => [own("written", summary)],
  apply: (state, data, { by }) => {
    const known = ownOf(state.explorers, data.explorer);
    const explorer = known ?? {
      id: data.explorer,
      hint: data.hint,
      tries: 0,
      failed: 0,
      status: "extra" as const,
      agent: by.name,
      lastFailure: null,
    };
    const status =
      known === undefined || known.status === "extra" ? ("extra" as const) : ("recorded" as const);
    return {
      ...state,
      explorers: { ...state.explorers, [data.explorer]: { ...explorer, running: false, status } },
      findings: state.findings.some((entry) => entry.explorer === data.explorer)
        ? state.findings.map((entry) => (entry.explorer === data.explorer ? data : entry))
        : [...state.findings, data],
    };
  },
});

export const explorerFailed = event("ExplorerFailed", {
  means: "An explorer ended without findings; final: planning goes on without it.",
  data: { explorer: t.text, final: t.flag, ...failure },
  line: ({ explorer, reason, trouble }) => `${explorer}${because(reason)}${again(trouble)}`,
  news: "failed",
  ends: ({ kind, reason }) => [failed(kind, reason)],
  apply: (state, data) => {
    const explorer = ownOf(state.explorers, data.explorer);
    if (explorer === undefined) return state;
    const failed = explorer.failed + (data.spent ? 1 : 0);
    const now = {
      ...explorer,
      failed,
      running: false,
      status: data.final ? ("failed" as const) : explorer.status,
      lastFailure: data.reason,
    };
    return { ...state, explorers: { ...state.explorers, [data.explorer]: now } };
  },
});

export const plannerStarted = event("PlannerStarted", {
  means: "A planner began.",
  data: begun,
  line: ({ worker }) => byWhom(worker),
  doer: ({ holder }) => doerName(holder),
  apply: (state, data, { at }) => ({
    ...state,
    planner: {
      ...state.planner,
      agent: data.worker,
      status: "running",
      startedAt: state.planner.startedAt ?? at,
      completedAt: null,
    },
    planTries: { ...state.planTries, begun: state.planTries.begun + 1 },
  }),
});

export const plannerFailed = event("PlannerFailed", {
  means: "A planner ended without a plan.",
  data: failure,
  line: ({ kind, reason, trouble }) => `planner${because(reason) || `: ${kind}`}${again(trouble)}`,
  news: "failed",
  ends: ({ kind, reason }) => [failed(kind, reason)],
  apply: (state, data) => ({
    ...state,
    planner: {
      ...state.planner,
      status: data.spent ? "failed" : "pending",
      lastFailure: data.reason,
    },
    planTries: { ...state.planTries, failed: state.planTries.failed + (data.spent ? 1 : 0) },
  }),
});

export const questionAsked = event("QuestionAsked", {
  means: "An agent asked a person; its job waits for the answer.",
  data: { id: t.text, about: t.text, job: t.text, text: t.text, options: texts },
  line: ({ id, about, text }) => `question ${id} about ${about}${because(text)}`,
  news: "waits",
  ends: ({ text }) => [own("asked", text)],
  apply: (state, data) => {
    const asked = { ...state, questions: [...state.questions, { ...data, answer: null }] };
    return data.about === "plan"
      ? { ...asked, planner: { ...state.planner, status: "pending" } }
      : asked;
  },
});

export const questionAnswered = event("QuestionAnswered", {
  means: "A person answered a question.",
  data: { question: t.text, answer: t.text },
  line: ({ question, answer }) => `question ${question}${because(answer)}`,
  apply: (state, data) => ({
    ...state,
    questions: state.questions.map((question) =>
      question.id === data.question ? { ...question, answer: data.answer } : question,
    ),
  }),
});

export const taskAdded = event("TaskAdded", {
  means: "A task was added.",
  data: { task: draftTask },
  line: ({ task }) => `task ${task.id}${because(task.subject)}`,
  apply: (state, data) =>
    withOrder(
      {
        ...state,
        tasks: { ...state.tasks, [data.task.id]: freshTask(data.task, state.options.max_attempts) },
      },
      [...state.order, data.task.id],
    ),
});

export const taskEdited = event("TaskEdited", {
  means: "A task was changed; criteria that changed lost their proofs.",
  data: {
    task: t.text,
    changes: t.record({
      subject: t.optional(t.text),
      description: t.optional(maybe),
      complexity: t.optional(t.maybe(complexity)),
      files: t.optional(t.maybe(paths)),
      blockedBy: t.optional(texts),
      criteria: t.optional(t.list(draftCriterion)),
    }),
    reason: maybe,
    by: t.text,
  },
  line: ({ task, changes, reason }) =>
    `task ${task}, ${Object.keys(changes).join(", ")}${because(reason)}`,
  apply: (state, data, { at }) => {
    const before = state.tasks[data.task];
    if (before === undefined) return state;
    const { criteria, ...changes } = data.changes;
    const kept =
      criteria?.map((one) =>
        sameCriterion(
          before.criteria.find(({ text }) => text === one.text),
          one,
        ),
      ) ?? before.criteria;
    const given = Object.fromEntries(
      Object.entries(changes).filter(([, value]) => value !== undefined),
    );
    const edited = changeTask(state, data.task, (task) => ({
      ...task,
      ...given,
      criteria: kept,
      baseline: criteria === undefined ? task.baseline : null,
    }));
    if (state.plan.state !== "approved" || state.phase === "PLANNING") return edited;
    const waiver: Waiver = { by: data.by, reason: data.reason ?? "", at };
    const changed = before.criteria.flatMap((criterion, index) =>
      kept.includes(criterion) ? [] : [{ criterion: index + 1, text: criterion.text }],
    );
    const bypasses = changed.map((one) => ({
      what: "criterion changed" as const,
      task: data.task,
      ...one,
      ...waiver,
    }));
    return { ...edited, bypasses: [...edited.bypasses, ...bypasses] };
  },
});

export const taskRemoved = event("TaskRemoved", {
  means: "A task was taken out of the draft.",
  data: { task: t.text },
  line: ({ task }) => `task ${task}`,
  apply: (state, data) => {
    const { [data.task]: _gone, ...tasks } = state.tasks;
    const at = childPointer(data.task);
    const extras = state.extras.filter(
      ({ file, pointer }) =>
        file !== taskFile(state, data.task) && pointer !== at && !pointer.startsWith(`${at}/`),
    );
    return withOrder(
      { ...state, tasks, extras },
      state.order.filter((id) => id !== data.task),
    );
  },
});

export const planProposed = event("PlanProposed", {
  means: "A plan was proposed, whole, with its warnings.",
  data: {
    rev: count,
    tasks: t.list(draftTask),
    verify: draftTask,
    warnings: texts,
    decisions: t.list(
      t.record({ topic: t.text, choice: t.text, rationale: t.text, askedUser: t.flag }),
    ),
    touched: paths,
    by: t.text,
  },
  line: ({ rev, tasks, warnings, by }) =>
    `revision ${rev} ${byWhom(by)}, ${howMany(tasks.length, "task")}, ${howMany(warnings.length, "warning")}`,
  news: "ends",
  ends: ({ rev, tasks }) => [own("written", `plan ${rev}, ${howMany(tasks.length, "task")}`)],
  apply: (state, data, { at, by: { kind, name, agent = null, conversation = null } }) => {
    const planned = withPlan(state, data.tasks, data.verify);
    const { rev, warnings, decisions, touched } = data;
    // The author of the plan is its planner, not the one who tried before; editing an existing plan doesn't change its author.
    const made = state.plan.state === "draft" && state.planner.status !== "running";
    return {
      ...planned,
      involved:
        kind === "agent" && touched.length > 0
          ? [...state.involved, { name, agent, conversation, planned: true }]
          : state.involved,
      plan: {
        ...state.plan,
        rev,
        state: "proposed",
        warnings,
        decisions,
        touched,
        note: null,
        approvedBy: null,
      },
      planner: {
        ...state.planner,
        agent: made ? data.by : (state.planner.agent ?? data.by),
        status: "completed",
        startedAt: made ? at : (state.planner.startedAt ?? at),
        completedAt: at,
      },
    };
  },
});

export const planReturned = event("PlanReturned", {
  means: "A person returned the plan with a note.",
  data: { rev: count, note: t.text },
  line: ({ rev, note }) => `revision ${rev}${because(note)}`,
  apply: (state, data) => ({
    ...state,
    plan: { ...drafted(state), note: data.note },
    planner: { ...state.planner, status: "pending", completedAt: null },
  }),
});

export const planApproved = event("PlanApproved", {
  means: "The plan was approved; by nobody in auto mode.",
  data: { rev: count, by: maybe },
  line: ({ rev, by }) => `revision ${rev} by ${by ?? "nobody: auto"}`,
  broken: approvalBroken,
  apply: (state, data) => ({
    ...state,
    plan: {
      ...state.plan,
      state: "approved",
      approvedBy: data.by,
      design: state.documents["design.md"] ?? null,
    },
  }),
});

export const phaseEntered = event("PhaseEntered", {
  means: "The next phase began.",
  data: { phase: livePhase },
  line: ({ phase }) => phase,
  apply: (state, data) => ({ ...state, phase: data.phase }),
});

export const goalEdited = event("GoalEdited", {
  means: "The goal was changed; the plan is a draft again.",
  data: { goal: t.text },
  line: ({ goal }) => firstLine(goal),
  by: ["person", "file"],
  apply: (state, data) => ({
    ...state,
    goal: data.goal,
    plan: drafted(state),
    planner:
      state.planner.status === "completed"
        ? { ...state.planner, status: "pending", completedAt: null }
        : state.planner,
  }),
});
