// Check jobs of ultrawork: one at a time per checkout.
import type { Check, Job } from "../../../core/job.ts";
import { isPlaced } from "../../../core/placed.ts";
import type { Digest } from "../../../core/row.ts";
import { isRunnable } from "../checks.ts";
import {
  baselineCheckMs,
  baselineLimits,
  checkLimits,
  mostChecks,
  offBase,
  sealMs,
} from "../limits.ts";
import { planned } from "../ready.ts";
import type { State, Task, TaskId } from "../state.ts";
import type { About, CheckedCriterion } from "./about.ts";
import { baselineMissing, claimDue, isUntried, numbered, type Numbered, sweepDue } from "./due.ts";
import { turns } from "./order.ts";
import { type Run, sameRuns } from "./runs.ts";

type Parts = {
  readonly key: string;
  readonly about: About;
  readonly subject: string;
  readonly checks: readonly Check[];
  readonly limits: Job["limits"];
  readonly without?: true;
};

const check = (state: State, parts: Parts, turn: boolean): Job => ({
  ...parts,
  kind: "check",
  role: "engine",
  why: state.paused ? "paused" : turn ? null : "one check at a time",
  begun: false,
  writes: "nothing",
  reads: [],
  doubt: "retry",
});

const shownBy = (run: Run): readonly CheckedCriterion[] =>
  run.members.flatMap(({ task, number, criterion }) =>
    criterion.check === null ? [] : [{ task: task.id, criterion: number, check: criterion.check }],
  );

const msOf = (run: Run): number => ("ms" in run.check ? run.check.ms : sealMs);

/** Runs without the work, as before an attempt: a check that the worker chose must fail there. */
const untried = (task: Task, run: Run): Parts => ({
  key: `before-${task.id}-${run.first.number}-${task.attempts}.${run.first.criterion.runs}`,
  about: { is: "baseline", task: task.id, runs: [shownBy(run)], late: true },
  subject: task.id,
  checks: [run.check],
  limits: checkLimits(msOf(run)),
  without: true,
});

const claimed = (state: State): readonly Parts[] =>
  planned(state).flatMap((task) => {
    const due = claimDue(state, task);
    const ms = state.options.check_timeout_s * 1000;
    const [first, then] = [
      due.filter((entry) => isUntried(state, entry)),
      due.filter((entry) => !isUntried(state, entry)),
    ];
    const tries = sameRuns(first, ms).map((run) => untried(task, run));
    const runs = sameRuns(then, ms).map((run): Parts => ({
      key: `check-${task.id}-${run.first.number}-${task.attempts}.${run.first.criterion.runs}`,
      about: { is: "check", task: task.id, criterion: run.first.number, shown: shownBy(run) },
      subject: task.id,
      checks: [run.check],
      limits: checkLimits(msOf(run)),
    }));
    return [...tries, ...runs];
  });

/** Failures before any work are measured on the run's initial tree, because planners and explorers may have changed it. */
const baseOf = (state: State): { readonly base?: Digest } => {
  const all = Object.values(state.tasks);
  const asked =
    all.every(({ attempts }) => attempts === 0) ||
    all.some(({ baseline }) => baseline?.note === offBase);
  return asked && state.base.tree !== null ? { base: state.base.tree } : {};
};

const baselines = (state: State): readonly Parts[] => {
  const missing = planned(state).filter((task) => baselineMissing(state, task));
  const turn = missing.length === 0 ? new Map<TaskId, string | null>() : turns(state);
  // A task that waits for another's file is measured when its turn comes, with the other's changes.
  return missing
    .filter((task) => turn.get(task.id) === null)
    .map((task) => {
      const due: readonly Numbered[] = numbered(state, task).filter((entry) =>
        isRunnable(entry.criterion.check),
      );
      const runs = sameRuns(due, baselineCheckMs, baselineCheckMs);
      return {
        key: `baseline-${task.id}`,
        about: { is: "baseline", task: task.id, runs: runs.map(shownBy), ...baseOf(state) },
        subject: task.id,
        checks: runs.map((run) => run.check),
        limits: baselineLimits(baselineCheckMs * Math.max(1, runs.length)),
      };
    });
};

const sweep = (state: State): readonly Parts[] => {
  const due = sweepDue(state);
  if (due === null) return [];
  const runs = sameRuns(due, state.options.check_timeout_s * 1000);
  const { no } = state.sweep;
  if (runs.length === 0)
    return [
      {
        key: `recheck-${no}-${state.verifyId}-1`,
        about: { is: "measure", task: state.verifyId, criterion: 1 },
        subject: state.verifyId,
        checks: [],
        limits: checkLimits(sealMs),
      },
    ];
  return runs.map((run) => ({
    key: `recheck-${no}-${run.first.task.id}-${run.first.number}`,
    about: {
      is: "check",
      task: run.first.task.id,
      criterion: run.first.number,
      shown: shownBy(run),
    },
    subject: run.first.task.id,
    checks: [run.check],
    limits: checkLimits(msOf(run)),
  }));
};

const seal = (state: State): readonly Parts[] =>
  state.phase === "VERIFICATION" && state.sweep.verdict === "PASS"
    ? [
        {
          key: `seal-${state.sweep.no}`,
          about: { is: "seal", sweep: state.sweep.no },
          subject: state.verifyId,
          checks: [],
          limits: checkLimits(sealMs),
        },
      ]
    : [];

/** Checks of claimed tasks before baselines, in plan order. Only the first due check may start, or several of claimed tasks with checkouts of their own. */
export const checkJobs = (state: State): readonly Job[] => {
  const own = claimed(state);
  const atOnce = Math.max(1, isPlaced(state) ? Math.min(own.length, mostChecks) : 0);
  return [...own, ...baselines(state), ...sweep(state), ...seal(state)].map((parts, index) =>
    check(state, parts, index < atOnce),
  );
};
