// Why: which agents ought to be at work: explorers and a planner first, then workers in waves, at last a verifier.
import type { Job } from "../../../core/job.ts";
import type { Path } from "../../../core/row.ts";
import { exploreLimits, explorerTries, planLimits, plannerTries, taskLimits, verifierTries, verifyLimits } from "../limits.ts";
import { place } from "../place.ts";
import { isWorked, planned, whyNot, workersUnderWay } from "../ready.ts";
import { explorerShape, plannerShape, verifierShape, workerShape } from "../report/shapes.ts";
import type { Explorer, State, Task, TaskId } from "../state.ts";
import type { About } from "./about.ts";
import { baselineDue } from "./due.ts";
import { byDependants } from "./order.ts";

export const explorationFile = (explorer: string): Path => `exploration/${explorer}.md`;

const base = { kind: "agent", reads: [], writes: "nothing", doubt: "retry" } as const;
const paused = (state: State): string | null => (state.paused ? "paused" : null);

const explore = (state: State, explorer: Explorer): Job => {
  const file = explorationFile(explorer.id);
  const read = `${place(state)}/${file}`;
  return {
    ...base,
    key: `explore-${explorer.id}-${explorer.running ? explorer.tries : explorer.tries + 1}`,
    about: { is: "explore", explorer: explorer.id, hint: explorer.hint, file, read } satisfies About,
    subject: explorer.id,
    role: "explorer",
    why: paused(state),
    begun: explorer.running,
    writes: [read],
    reads: [read],
    report: explorerShape.schema,
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
  if (state.questions.some((question) => question.about === "plan" && question.answer === null)) return [];
  return [
    {
      ...base,
      key: `plan-${running ? begun : begun + 1}`,
      about: { is: "plan" } satisfies About,
      subject: "plan",
      role: "planner",
      why: paused(state),
      begun: running,
      ...(state.options.planner === "hand" ? { outside: true } : {}),
      writes: [`${place(state)}/design.md`],
      report: plannerShape.schema,
      limits: planLimits,
    },
  ];
};

const tiers = { simple: "light", standard: "standard", complex: "heavy" } as const;

const work = (state: State, task: Task, under: number): Job => {
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
    role: "worker",
    tier: tiers[task.complexity ?? "standard"],
    why: worked ? paused(state) : (whyNot(state, task, under) ?? (baselineDue(state, task) ? "its checks run first, as a baseline" : null)),
    begun: worked,
    ...(worked && !task.leased ? { outside: true } : {}),
    writes: "anything",
    report: workerShape.schema,
    limits: taskLimits(state.options.max_attempts),
  };
};

const works = (state: State): readonly Job[] => {
  const under = workersUnderWay(state);
  const due = planned(state).filter((task) => isWorked(task) || (task.status === "open" && task.waived === null));
  return byDependants(state, due).map((task) => work(state, task, under));
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
      why: paused(state),
      begun: sweep.running,
      report: verifierShape.schema,
      limits: verifyLimits,
    },
  ];
};

export const explorerJobs = (state: State): readonly Job[] =>
  Object.values(state.explorers)
    .filter((explorer) => explorer.status === "expected" && explorer.failed < explorerTries)
    .map((explorer) => explore(state, explorer));
export const planJobs = plan;
export const taskJobs = works;
export const verifyJobs = verify;

/** Who may be needed from here to the end: a run that could never be verified is told so before it begins. */
export const roles = (state: State): readonly string[] => {
  const { planner, verifier, plan_only: planOnly } = state.options;
  const planning = state.phase === "PLANNING" && state.plan.state !== "approved";
  return [
    ...(planning && !explorationOver(state) ? ["explorer"] : []),
    ...(planning && planner === "agent" ? ["planner"] : []),
    ...(planOnly && planning ? [] : ["worker", ...(verifier === "person" ? [] : ["verifier"])]),
  ];
};
