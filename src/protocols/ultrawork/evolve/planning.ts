// Why: what exploration, questions and the plan's own events do to the state.
import { ownOf } from "../../../core/own.ts";
import { childPointer } from "../files/extras.ts";
import { taskFile } from "../files/tasks.ts";
import type { State, Waiver } from "../state.ts";
import { changeTask, type Evolve, withOrder } from "./change.ts";
import { freshTask, sameCriterion, withPlan } from "./draft.ts";

type Table = {
  readonly [
    K in
      | "ExplorerStarted"
      | "ExplorationRecorded"
      | "ExplorerFailed"
      | "PlannerStarted"
      | "PlannerFailed"
      | "QuestionAsked"
      | "QuestionAnswered"
      | "TaskAdded"
      | "TaskEdited"
      | "TaskRemoved"
      | "PlanProposed"
      | "PlanReturned"
      | "PlanApproved"
      | "PhaseEntered"
      | "GoalEdited"
  ]: Evolve<K>;
};

const drafted = (state: State): State["plan"] => ({
  ...state.plan,
  state: "draft",
  approvedBy: null,
});

export const planning: Table = {
  ExplorerStarted: (state, { data }) => {
    const explorer = ownOf(state.explorers, data.explorer);
    if (explorer === undefined) return state;
    const begun = { ...explorer, tries: explorer.tries + 1, running: true, agent: data.worker };
    return { ...state, explorers: { ...state.explorers, [data.explorer]: begun } };
  },
  ExplorationRecorded: (state, { data, by }) => {
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
  ExplorerFailed: (state, { data }) => {
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
  PlannerStarted: (state, { data, at }) => ({
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
  PlannerFailed: (state, { data }) => ({
    ...state,
    planner: {
      ...state.planner,
      status: data.spent ? "failed" : "pending",
      lastFailure: data.reason,
    },
    planTries: { ...state.planTries, failed: state.planTries.failed + (data.spent ? 1 : 0) },
  }),
  QuestionAsked: (state, { data }) => {
    const asked = { ...state, questions: [...state.questions, { ...data, answer: null }] };
    return data.about === "plan"
      ? { ...asked, planner: { ...state.planner, status: "pending" } }
      : asked;
  },
  QuestionAnswered: (state, { data }) => ({
    ...state,
    questions: state.questions.map((question) =>
      question.id === data.question ? { ...question, answer: data.answer } : question,
    ),
  }),
  TaskAdded: (state, { data }) =>
    withOrder(
      {
        ...state,
        tasks: { ...state.tasks, [data.task.id]: freshTask(data.task, state.options.max_attempts) },
      },
      [...state.order, data.task.id],
    ),
  TaskEdited: (state, { data, at }) => {
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
  TaskRemoved: (state, { data }) => {
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
  PlanProposed: (state, { data, at, by: { kind, name, agent = null, conversation = null } }) => {
    const planned = withPlan(state, data.tasks, data.verify);
    const { rev, warnings, decisions, touched } = data;
    // Whoever makes the plan is its planner, not whoever tried before; an edit of one that stands changes no author.
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
  PlanReturned: (state, { data }) => ({
    ...state,
    plan: { ...drafted(state), note: data.note },
    planner: { ...state.planner, status: "pending", completedAt: null },
  }),
  PlanApproved: (state, { data }) => ({
    ...state,
    plan: {
      ...state.plan,
      state: "approved",
      approvedBy: data.by,
      design: state.documents["design.md"] ?? null,
    },
  }),
  PhaseEntered: (state, { data }) => ({ ...state, phase: data.phase }),
  GoalEdited: (state, { data }) => ({
    ...state,
    goal: data.goal,
    plan: drafted(state),
    planner:
      state.planner.status === "completed"
        ? { ...state.planner, status: "pending", completedAt: null }
        : state.planner,
  }),
};
