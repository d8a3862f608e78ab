// Events of tasks: their attempts, claims and proofs.
import * as t from "../../../kit/schema.ts";
import type { Holder, Time } from "../../../core/row.ts";
import { own, ofUnit } from "../../../core/attempt-end.ts";
import { doerName } from "../../../core/doer.ts";
import { firstOf } from "../../../core/how-many.ts";
import { because } from "../../../core/quote.ts";
import { cut, hollow } from "../checks.ts";
import { event } from "./declare.ts";
import {
  changeCriteria,
  changeCriterion,
  changeTask,
  moreAttempts,
  staled,
  sweepAgain,
} from "../evolve/change.ts";
import { childPointer, criterionPointer } from "../files/extras.ts";
import { taskFile } from "../files/tasks.ts";
import { checkSetBroken, proofBroken, resolutionBroken } from "../proofs.ts";
import { returned, shown } from "./ends.ts";
import { again, byWhom, named, outcome } from "./words.ts";
import { nameless } from "../task.ts";
import {
  baselineResult,
  begun,
  check,
  chosenBy,
  count,
  evidenceFields,
  evidenceType,
  failure,
  maybe,
  paths,
  texts,
} from "../shapes.ts";
import type { Criterion, CriterionCheck, Proof, State, TaskId } from "../state.ts";

type Evidence = t.DataOf<typeof evidenceFields>;

const heldText = (results: readonly { readonly passed: boolean }[]): string =>
  `${results.filter(({ passed }) => passed).length} of ${results.length} held`;

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

/** null: it is shown for the first time, or was in doubt in between. */
const shownSince = (before: Proof | null, data: Evidence): string | null =>
  before !== null && before.passed && !before.stale && data.passed && "sweep" in data.at
    ? (before.since ?? before.time)
    : null;

const proofOf = (data: Evidence, at: Time, since: string | null): Proof => ({
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

export const baselineRecorded = event("BaselineRecorded", {
  means: "What already held before the work on a task began: never a proof.",
  data: { task: t.text, results: t.list(baselineResult), note: maybe },
  line: ({ task, results, note }) => `task ${task}, ${heldText(results)} before${because(note)}`,
  ends: ({ results, note }) => [own("over", note ?? `${heldText(results)} before the work`)],
  apply: (state, data) =>
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
});

export const evidenceClaimed = event("EvidenceClaimed", {
  means: "Somebody said that something holds: a claim, never a proof.",
  data: {
    task: t.text,
    criterion: t.maybe(count),
    criteria: t.text,
    type: evidenceType,
    text: t.text,
    command: t.text,
    path: maybe,
    by: t.text,
    extras: t.optional(t.list(t.pair(t.text, t.text))),
  },
  line: ({ task, criterion, by, text }) =>
    `task ${task}${criterion === null ? "" : ` criterion ${criterion}`}, a claim ${by === nameless ? by : `of ${by}`}${because(text)}`,
  apply: (state, data, { at }) => {
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
});

export const evidenceRecorded = event("EvidenceRecorded", {
  means: "The engine ran a check, or a person confirmed a criterion.",
  data: evidenceFields,
  line: (data) => `task ${data.task} criterion ${data.criterion} ${outcome(data)}`,
  refers: ({ digest, head }) => ({ outputs: named(digest), commits: named(head) }),
  ends: (data) => [shown(data)],
  broken: proofBroken,
  apply: (state, data, { at }) => {
    const proved = changeCriterion(state, data.task, data.criterion, (criterion) => ({
      ...criterion,
      proof: proofOf(data, at, shownSince(criterion.proof, data)),
      runs: criterion.runs + ("attempt" in data.at && data.by === "engine" ? 1 : 0),
      answers: criterion.answers + (data.by === "person" ? 1 : 0),
    }));
    const first = "sweep" in data.at && data.by === "engine" && state.sweep.tree === null;
    return first ? { ...proved, sweep: { ...proved.sweep, tree: data.before } } : proved;
  },
});

export const checkSet = event("CheckSet", {
  means: "A criterion got a check, or another one; its proof is gone.",
  data: {
    task: t.text,
    criterion: count,
    check,
    chosenBy,
    reason: t.text,
    by: t.text,
    round: t.maybe(count),
  },
  line: ({ task, criterion, check, by }) =>
    `task ${task} criterion ${criterion} ${byWhom(by)}${because(check.command ?? check.path ?? check.type)}`,
  broken: checkSetBroken,
  apply: (state, data, { at }) => {
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
  // What was not there when it was claimed was told then.
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
  // By its subject, too: its number alone says nothing to people.
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
  data: { task: t.text, by: t.text, reason: t.text },
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
