// Why: what beginning, ending, pausing and the documents around a run do to the state.
import { withKept } from "../../../core/kept-extras.ts";
import { mostAttempts } from "../limits.ts";
import { workedAttempts } from "../trouble.ts";
import { defaultOptions } from "../options.ts";
import type { Explorer, LivePhase, State, Sweep, Task } from "../state.ts";
import { changeTask, changeTasks, type Evolve, type Happened } from "./change.ts";
import { freshTask, verifyDraft } from "./draft.ts";
import { moreAttempts } from "./tasks.ts";

type Table = {
  readonly [
    K in
      | "RunCompleted"
      | "RunFailed"
      | "RunCancelled"
      | "RunReopened"
      | "OptionsChanged"
      | "RunPaused"
      | "RunResumed"
      | "RunArchived"
      | "RunUnarchived"
      | "DocumentRecorded"
      | "ExtrasKept"
      | "EditRefused"
  ]: Evolve<K>;
};

export const noSweep: Sweep = {
  no: 0,
  tree: null,
  voids: 0,
  lastVoid: null,
  tries: { begun: 0, failed: 0 },
  running: false,
  verifier: null,
  lastFailure: null,
  rounds: 0,
  changed: [],
  state: "none",
  verdict: null,
};

export const expected = ({
  id,
  hint,
}: {
  readonly id: string;
  readonly hint: string;
}): Explorer => ({
  id,
  hint,
  tries: 0,
  failed: 0,
  running: false,
  status: "expected",
  agent: null,
  lastFailure: null,
});

export const started = ({ data, at }: Happened<"RunStarted">): State => ({
  run: data.run,
  phase: "PLANNING",
  phaseLeft: null,
  paused: false,
  archived: false,
  goal: data.goal,
  session: data.session,
  team: data.team,
  home: data.home,
  sessionTask: data.sessionTask,
  origin: data.origin,
  options: { ...defaultOptions, ...data.options },
  base: data.base,
  explorers: Object.fromEntries(
    data.options.explorers.map((explorer) => [explorer.id, expected(explorer)]),
  ),
  findings: [],
  planner: {
    agent: null,
    status: "pending",
    startedAt: null,
    completedAt: null,
    lastFailure: null,
  },
  planTries: { begun: 0, failed: 0 },
  questions: [],
  plan: {
    rev: 0,
    state: "draft",
    warnings: [],
    decisions: [],
    touched: [],
    note: null,
    approvedBy: null,
    design: null,
  },
  tasks: { verify: freshTask(verifyDraft("verify", []), 1) },
  order: [],
  verifyId: "verify",
  iteration: 1,
  sweep: noSweep,
  verdicts: [],
  issues: [],
  involved: [],
  flags: [],
  bypasses: [],
  documents: {},
  extras: [],
  troubles: {},
  refused: null,
  adopted: null,
  startedAt: at,
  updatedAt: at,
  completedAt: null,
  cancelledAt: null,
  failureReason: null,
});

export const livePhase = (state: State): LivePhase =>
  state.phase === "PLANNING" || state.phase === "EXECUTION" || state.phase === "VERIFICATION"
    ? state.phase
    : (state.phaseLeft ?? "PLANNING");

/** What was under way stops and spends nothing; what was claimed keeps its claim, and its checks are due if the run is taken up again. */
const stopped = (state: State): State => {
  const tasks = changeTasks(state, (task): Task => {
    if (task.status !== "in_progress" || task.id === state.verifyId) return task;
    if (task.claimed !== null) return { ...task, claimed: "due", leased: false };
    return { ...task, status: "open", leased: false, allowance: task.allowance + 1 };
  });
  return {
    ...tasks,
    phaseLeft: livePhase(state),
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

export const run: Table = {
  RunCompleted: (state, { at }) => ({
    ...changeTask(state, state.verifyId, (verify) => ({
      ...verify,
      status: "resolved",
      completedAt: at,
    })),
    phase: "COMPLETE",
    completedAt: at,
  }),
  RunFailed: (state, { data, at }) => {
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
  RunCancelled: (state, { at }) => ({ ...stopped(state), phase: "CANCELLED", cancelledAt: at }),
  RunReopened: (state, { data }) => {
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
  OptionsChanged: (state, { data }) => ({ ...state, options: data.options }),
  RunPaused: (state) => ({ ...state, paused: true }),
  RunResumed: (state) => ({ ...state, paused: false }),
  RunArchived: (state) => ({ ...state, archived: true }),
  RunUnarchived: (state) => ({ ...state, archived: false }),
  DocumentRecorded: (state, { data }) => ({
    ...state,
    documents: { ...state.documents, [data.path]: data.digest },
  }),
  ExtrasKept: (state, { data }) => ({
    ...state,
    extras: withKept(state.extras, data),
  }),
  EditRefused: (state, { data, at }) => ({ ...state, refused: { ...data, at } }),
};
