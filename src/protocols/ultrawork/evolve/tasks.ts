// Why: what beginning, claiming, proving and ending a task do to the state.
import type { Holder } from "../../../core/row.ts";
import { cut, hollow } from "../checks.ts";
import { childPointer, criterionPointer } from "../files/extras.ts";
import { taskFile } from "../files/tasks.ts";
import { mostAttempts } from "../limits.ts";
import type { Criterion, CriterionCheck, Proof, State, Task, TaskId } from "../state.ts";
import {
  changeCriteria,
  changeCriterion,
  changeTask,
  type Evolve,
  type Happened,
  staled,
} from "./change.ts";

type Table = {
  readonly [
    K in
      | "TaskStarted"
      | "BaselineRecorded"
      | "EvidenceClaimed"
      | "EvidenceRecorded"
      | "CheckSet"
      | "WorkClaimed"
      | "ClaimFlagged"
      | "TaskResolved"
      | "TaskReturned"
      | "TaskFailed"
      | "TaskReopened"
      | "CriterionWaived"
      | "TaskWaived"
  ]: Evolve<K>;
};

const same = (a: Holder, b: Holder): boolean =>
  a.name === b.name && a.agent === b.agent && a.conversation === b.conversation;

/** A new claim's entry has its own unknown keys, not those of the one before it. */
const withoutExtras = (state: State, id: TaskId, criteria: string): State => {
  const pointers = [criterionPointer("", criteria), criterionPointer(childPointer(id), criteria)];
  const here = (extra: State["extras"][number]): boolean =>
    (extra.file === taskFile(state, id) || extra.file === "session.json") &&
    pointers.includes(extra.pointer);
  return state.extras.some(here)
    ? { ...state, extras: state.extras.filter((extra) => !here(extra)) }
    : state;
};

/** What was shown or said in earlier attempts no longer counts; failures stay to be seen. */
const begun = (criterion: Criterion): Criterion => ({
  ...(criterion.proof?.passed === true ||
  criterion.proof?.captured === true ||
  criterion.proof?.hollow === true ||
  criterion.check?.type === "manual"
    ? staled(criterion)
    : criterion),
  claim: null,
  runs: 0,
});

/** null: it is shown for the first time, or was in doubt in between. */
const shownSince = (before: Proof | null, { data }: Happened<"EvidenceRecorded">): string | null =>
  before !== null && before.passed && !before.stale && data.passed && "sweep" in data.at
    ? (before.since ?? before.time)
    : null;

const proofOf = ({ data, at }: Happened<"EvidenceRecorded">, since: string | null): Proof => ({
  ...(since === null ? {} : { since }),
  type: data.type,
  command: data.command,
  passed: data.passed,
  captured: data.captured,
  ...(data.hollow === true ? { hollow: true } : {}),
  ...(data.held === undefined ? {} : { held: data.held }),
  ...(data.flipped === true ? { flipped: true } : {}),
  judged: false,
  stale: false,
  disturbed: data.disturbed,
  unstarted: data.unstarted,
  exit: data.exit,
  why: data.why,
  tree: data.tree,
  head: data.head,
  at: data.at,
  by: data.by,
  name: data.name,
  time: at,
  digest: data.digest,
  excerpt: data.content,
});

/** New attempts beyond those begun, within the limit of all. */
export const moreAttempts = (state: State, task: Task): number =>
  Math.max(
    task.allowance,
    Math.min(task.attempts + state.options.max_attempts, mostAttempts + task.turnedAway),
  );

/** Its sweep must show it, and measure the tree, once more. */
export const sweepAgain = (state: State): State =>
  state.phase === "VERIFICATION"
    ? {
        ...state,
        sweep: {
          ...state.sweep,
          running: false,
          verdict: null,
          state: state.sweep.state === "none" ? "none" : "open",
        },
      }
    : state;

/** A worker's hollow check is refused; anybody else's stands, and everybody sees it. */
const warned = (state: State, task: string, check: CriterionCheck): readonly string[] => {
  const warning = `task ${task}: a check passes whatever was done: ${check.command ?? ""}`;
  return state.plan.warnings.includes(warning)
    ? state.plan.warnings
    : [...state.plan.warnings, warning];
};

/** What another check came to before the work says nothing of this one. */
const unmeasured = (
  state: State,
  { task: id, criterion }: { readonly task: TaskId; readonly criterion: number },
): State =>
  changeTask(state, id, ({ baseline, ...task }) => ({
    ...task,
    baseline:
      baseline === null || task.attempts === 0
        ? null
        : {
            ...baseline,
            results: baseline.results.filter((result) => result.criterion !== criterion),
          },
  }));

export const tasks: Table = {
  TaskStarted: (state, { data, at }) => {
    const holder: Holder = { ...data.holder, name: data.worker };
    const started = changeTask(state, data.task, (task) => ({
      ...changeCriteria(task, begun),
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
  BaselineRecorded: (state, { data }) =>
    changeTask(state, data.task, (task) => {
      const known =
        task.baseline?.results.filter(
          ({ criterion }) => !data.results.some((one) => one.criterion === criterion),
        ) ?? [];
      return {
        ...task,
        baseline: { results: [...known, ...data.results], note: task.baseline?.note ?? data.note },
      };
    }),
  EvidenceClaimed: (state, { data, at }) => {
    if (data.criterion === null) return state;
    const { by, type, text, command, extras = [] } = data;
    return changeCriterion(
      withoutExtras(state, data.task, data.criteria),
      data.task,
      data.criterion,
      (criterion) => ({
        ...criterion,
        claim: { by, type, text: cut(text), command, time: at, extras },
      }),
    );
  },
  EvidenceRecorded: (state, event) => {
    const { data } = event;
    const proved = changeCriterion(state, data.task, data.criterion, (criterion) => ({
      ...criterion,
      proof: proofOf(event, shownSince(criterion.proof, event)),
      runs: criterion.runs + ("attempt" in data.at && data.by === "engine" ? 1 : 0),
      answers: criterion.answers + (data.by === "person" ? 1 : 0),
    }));
    const first = "sweep" in data.at && data.by === "engine" && state.sweep.tree === null;
    return first ? { ...proved, sweep: { ...proved.sweep, tree: data.before } } : proved;
  },
  CheckSet: (state, { data, at }) => {
    const before = state.tasks[data.task]?.criteria[data.criterion - 1];
    const set = sweepAgain(
      changeCriterion(unmeasured(state, data), data.task, data.criterion, (criterion) => ({
        ...criterion,
        check: data.check,
        chosenBy: data.chosenBy,
        proof: null,
      })),
    );
    const told = hollow(data.check)
      ? { ...set, plan: { ...set.plan, warnings: warned(set, data.task, data.check) } }
      : set;
    const rounds =
      data.round === null ? told : { ...told, sweep: { ...told.sweep, rounds: data.round } };
    if (
      data.chosenBy !== "person" ||
      state.phase === "PLANNING" ||
      before === undefined ||
      before.check === null
    )
      return rounds;
    const bypass = {
      what: "criterion changed" as const,
      task: data.task,
      criterion: data.criterion,
      text: before.text,
      by: data.by,
      reason: data.reason,
      at,
    };
    return { ...rounds, bypasses: [...rounds.bypasses, bypass] };
  },
  WorkClaimed: (state, { data: { task: id, held, ...work } }) =>
    changeTask(state, id, (task) => ({ ...task, claimed: held ? "held" : "due", work })),
  ClaimFlagged: (state, { data }) => ({ ...state, flags: [...state.flags, data] }),
  TaskResolved: (state, { data, at }) =>
    changeTask(state, data.task, (task) => ({
      ...task,
      status: "resolved",
      claimed: null,
      leased: false,
      completedAt: at,
    })),
  TaskReturned: (state, { data, at }) =>
    changeTask(state, data.task, (task) => ({
      ...task,
      status: "open",
      claimed: null,
      leased: false,
      allowance: task.allowance + (data.spent ? 0 : 1),
      turnedAway: task.turnedAway + (data.trouble === undefined ? 0 : 1),
      lastFailure: { attempt: task.attempts, kind: data.kind, reason: data.reason, at },
    })),
  TaskFailed: (state, { data, at }) =>
    changeTask(state, data.task, (task) => ({
      ...task,
      status: "failed",
      claimed: null,
      leased: false,
      completedAt: at,
      lastFailure: { attempt: task.attempts, kind: data.kind, reason: data.reason, at },
    })),
  TaskReopened: (state, { data }) => {
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
  CriterionWaived: (state, { data, at }) => {
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
  TaskWaived: (state, { data, at }) => {
    const waiver = { by: data.by, reason: data.reason, at };
    const waived = changeTask(state, data.task, (task) => ({
      ...task,
      status: "failed",
      claimed: null,
      leased: false,
      waived: waiver,
      completedAt: task.completedAt ?? at,
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
};
