// Agent jobs of ultrawork: explorers, planner, workers in waves, verifier.
import { reportForm } from "../../../kit/json-schema.ts";
import type { Job } from "../../../core/job.ts";
import type { Path, Time } from "../../../core/row.ts";
import type { Role } from "../../../core/view.ts";
import {
  exploreLimits,
  explorerTries,
  handLapseMs,
  planLimits,
  plannerTries,
  taskLimits,
  verifierTries,
  verifyLimits,
} from "../limits.ts";
import { place } from "../place.ts";
import { isWorked, planned, whyNot, workersUnderWay } from "../ready.ts";
import { explorerShape, plannerShape, verifierShape, workerShape } from "../report/shapes.ts";
import type { Explorer, State, Task, TaskId } from "../state.ts";
import { explorerUnit, planUnit, taskUnit, troubleOf, verifyUnit } from "../trouble.ts";
import { judgeYourself } from "../decider/names.ts";
import type { About } from "./about.ts";
import { baselineMissing, confirmations } from "./due.ts";
import { byDependants, turns } from "./order.ts";

export const explorationFile = (explorer: string): Path => `exploration/${explorer}.md`;

const base = { kind: "agent", reads: [], writes: "nothing", doubt: "retry" } as const;
const paused = (state: State): string | null => (state.paused ? "paused" : null);

/** Refused by its model server: waits until a time, or until a person allows it. */
const turned = (state: State, unit: string, why: string | null): Pick<Job, "why" | "notBefore"> => {
  const trouble = troubleOf(state, unit);
  if (trouble === undefined || why !== null) return { why };
  return trouble.notBefore === null
    ? { why: "waits for an answer" }
    : { why, notBefore: trouble.notBefore };
};

const explore = (state: State, explorer: Explorer): Job => {
  const file = explorationFile(explorer.id);
  const read = `${place(state)}/${file}`;
  return {
    ...base,
    key: `explore-${explorer.id}-${explorer.running ? explorer.tries : explorer.tries + 1}`,
    about: {
      is: "explore",
      explorer: explorer.id,
      hint: explorer.hint,
      file,
      read,
    } satisfies About,
    subject: explorer.id,
    thread: `explore-${explorer.id}`,
    role: "explorer",
    ...turned(state, explorerUnit(explorer.id), paused(state)),
    begun: explorer.running,
    writes: [read],
    reads: [read],
    report: reportForm(explorerShape),
    doubt: "check",
    limits: exploreLimits,
  };
};

export const explorationOver = (state: State): boolean =>
  Object.values(state.explorers).every((explorer) => explorer.status !== "expected");

const plan = (state: State): readonly Job[] => {
  const { begun, failed } = state.planTries;
  const running = state.planner.status === "running";
  if (failed >= plannerTries || !explorationOver(state)) return [];
  if (state.questions.some((question) => question.about === "plan" && question.answer === null))
    return [];
  return [
    {
      ...base,
      key: `plan-${running ? begun : begun + 1}`,
      about: { is: "plan" } satisfies About,
      subject: "plan",
      thread: "plan",
      role: "planner",
      ...turned(state, planUnit, paused(state)),
      begun: running,
      ...(state.options.planner === "hand" ? { outside: true } : {}),
      writes: [`${place(state)}/design.md`],
      report: reportForm(plannerShape),
      limits: planLimits,
    },
  ];
};

const tiers = { simple: "light", standard: "standard", complex: "heavy" } as const;

/** Why an open task can't start; null if it can. `under`, `turn`: from the starting order. */
export const heldBack = (
  state: State,
  task: Task,
  under: number = workersUnderWay(state),
  turn: string | null = null,
): string | null =>
  whyNot(state, task, under, turn) ??
  (baselineMissing(state, task) ? "its checks run first, as a baseline" : null);

/** Someone who works by the files alone shows activity by edits. */
const lapse = ({ editedAt }: Task): { readonly expires?: Time } =>
  editedAt === null ? {} : { expires: new Date(Date.parse(editedAt) + handLapseMs).toISOString() };

const work = (state: State, task: Task, why: string | null): Job => {
  const worked = isWorked(task);
  return {
    ...base,
    key: `task-${task.id}-${worked ? task.attempts : task.attempts + 1}`,
    about: {
      is: "task",
      task: task.id,
      auto: state.options.mode === "auto",
      criteria: task.criteria.map((criterion) => criterion.text),
    } satisfies About,
    subject: task.id,
    // A refused or interrupted attempt continues its conversation; a verifier always starts a new one, to be unbiased.
    thread: `task-${task.id}`,
    role: "worker",
    tier: tiers[task.complexity ?? "standard"],
    ...(worked ? { why } : turned(state, taskUnit(task.id), why)),
    begun: worked,
    ...(worked && !task.leased ? { outside: true, ...lapse(task) } : {}),
    writes: "anything",
    report: reportForm(workerShape),
    limits: taskLimits(state.options.max_attempts),
  };
};

/** Of tasks that exclude each other, by a file or the last free worker, only the first may start; a refused one blocks no other. */
const works = (state: State): readonly Job[] => {
  const due = byDependants(
    state,
    planned(state).filter(
      (task) => isWorked(task) || (task.status === "open" && task.waived === null),
    ),
  );
  const free = (task: Task): boolean => troubleOf(state, taskUnit(task.id)) === undefined;
  const turn = turns(state, due.filter(free));
  let under = workersUnderWay(state);
  return due.map((task) => {
    if (isWorked(task)) return work(state, task, paused(state));
    const why = heldBack(state, task, under, turn.get(task.id) ?? null);
    if (why === null && free(task)) under += 1;
    return work(state, task, why);
  });
};

const verify = (state: State): readonly Job[] => {
  const { sweep } = state;
  if (sweep.tries.failed >= verifierTries) return [];
  return [
    {
      ...base,
      key: `verify-${sweep.no}-${sweep.running ? sweep.tries.begun : sweep.tries.begun + 1}`,
      about: { is: "verify", sweep: sweep.no } satisfies About,
      subject: "verify" satisfies TaskId,
      role: "verifier",
      tier: "heavy",
      ...turned(state, verifyUnit, paused(state)),
      begun: sweep.running,
      report: reportForm(verifierShape),
      limits: verifyLimits,
    },
  ];
};

const explorerJobs = (state: State): readonly Job[] =>
  Object.values(state.explorers)
    .filter((explorer) => explorer.status === "expected" && explorer.failed < explorerTries)
    .map((explorer) => explore(state, explorer));
const planJobs = plan;

/** Cached, because a view reads a state's jobs several times. */
const worksKnown = new WeakMap<State, readonly Job[]>();
const taskJobs = (state: State): readonly Job[] => {
  const jobs = worksKnown.get(state) ?? works(state);
  worksKnown.set(state, jobs);
  return jobs;
};
const verifyJobs = verify;

/** Roles that may still be needed: a run that can't be verified is reported before it starts. */
export const roles = (state: State): readonly Role[] => {
  const { planner, verifier, plan_only: planOnly } = state.options;
  const planning = state.phase === "PLANNING" && state.plan.state !== "approved";
  const judge: Role = {
    name: "verifier",
    otherwise: judgeYourself(state),
    instead: "judge it yourself: begin it with `--verifier person`",
    ...(verifier === "other-agent" ? { unlike: "worker" } : {}),
  };
  return [
    ...(planning && !explorationOver(state) ? [{ name: "explorer" }] : []),
    ...(planning && planner === "agent" ? [{ name: "planner" }] : []),
    ...(planOnly && planning
      ? []
      : [{ name: "worker" }, ...(verifier === "person" ? [] : [judge])]),
  ];
};

/** None in an ended or archived run. */
export const agentJobs = (state: State): readonly Job[] => {
  if (state.phase === "PLANNING")
    return state.plan.state === "draft" ? [...explorerJobs(state), ...planJobs(state)] : [];
  if (state.phase === "EXECUTION") return taskJobs(state);
  if (state.phase !== "VERIFICATION") return [];
  const { sweep, options } = state;
  const judged =
    sweep.state === "passed" && sweep.verdict === null && confirmations(state).length === 0;
  return judged && options.verifier !== "person" ? verifyJobs(state) : [];
};
