// Criteria that still need a proof, a confirmation or a decision, in ultrawork.
import { howMany } from "../../../core/how-many.ts";
import { isPlaced } from "../../../core/placed.ts";
import { isManual, isRunnable } from "../checks.ts";
import { ownCriteria } from "../criteria.ts";
import { checkTries, plannerTries, sweepVoids, verifierTries } from "../limits.ts";
import { isReady, planned } from "../ready.ts";
import type { Criterion, Proof, State, Task } from "../state.ts";
import { workedAttempts } from "../trouble.ts";

export type Numbered = {
  readonly task: Task;
  readonly number: number;
  readonly criterion: Criterion;
};

/** Criteria that count: unwaived, numbered from 1. */
export const numbered = (state: State, task: Task): readonly Numbered[] => {
  if (task.waived !== null) return [];
  const first = task.id === state.verifyId ? ownCriteria : 0;
  return task.criteria.flatMap((criterion, index) =>
    index < first || criterion.waived !== null ? [] : [{ task, number: index + 1, criterion }],
  );
};

const verifyTask = (state: State): readonly Task[] => {
  const verify = state.tasks[state.verifyId];
  return verify === undefined ? [] : [verify];
};

/** Everything that a verdict covers: the plan's tasks in order, then verify's own criteria for the whole tree. */
export const judgeable = (state: State): readonly Numbered[] =>
  [...planned(state), ...verifyTask(state)].flatMap((task) => numbered(state, task));

/** It proved nothing, because it couldn't start or the tree changed. */
const runsAgain = ({ disturbed, unstarted }: Proof): boolean =>
  disturbed || (unstarted > 0 && unstarted < checkTries);

/** A person has accepted a check that proves nothing. */
export const isAccepted = ({ by, hollow, passed, stale }: Proof): boolean =>
  by === "person" && hollow === true && passed && !stale;

/** Its check passes on an empty tree, and no person has confirmed it yet. */
const isHollow = ({ criterion: { proof } }: Numbered): boolean =>
  proof !== null && proof.hollow === true && !proof.passed && !proof.stale;

/** Its worker may still name another check, or do the work. */
const mayMend = (state: State, { task, criterion: { chosenBy, proof } }: Numbered): boolean =>
  state.phase === "EXECUTION" &&
  chosenBy === "worker" &&
  (task.attempts < task.allowance || proof?.held === "unchanged");

/** In auto mode no person answers. */
const asksForWord = (state: State, entry: Numbered): boolean =>
  isHollow(entry) && state.options.mode !== "auto" && !mayMend(state, entry);

/** Its check failed or proves nothing, and no person is to be asked. */
export const isUnshown = (state: State, entry: Numbered): boolean => {
  const { proof } = entry.criterion;
  return (
    (proof === null || proof.stale || !(proof.passed || proof.captured)) &&
    !asksForWord(state, entry)
  );
};

/** Its check must still run for the claimed attempt. */
const unrun = ({ task, criterion }: Numbered): boolean => {
  const { proof } = criterion;
  if (proof === null || proof.stale || runsAgain(proof)) return true;
  if (isAccepted(proof)) return false;
  return !("attempt" in proof.at) || proof.at.attempt !== task.attempts;
};

/** The worker chose its check after the work, so it must first run without the work. */
export const isUntried = (
  state: State,
  { task, number, criterion: { check, chosenBy } }: Numbered,
): boolean =>
  state.options.baseline &&
  isPlaced(state) &&
  state.phase === "EXECUTION" &&
  chosenBy === "worker" &&
  isRunnable(check) &&
  task.baseline?.results.some((result) => result.criterion === number) !== true;

/** Checks that the engine still has to run for a claimed task. */
export const claimDue = (state: State, task: Task): readonly Numbered[] =>
  task.status === "in_progress" && task.claimed === "due"
    ? numbered(state, task).filter((entry) => isRunnable(entry.criterion.check) && unrun(entry))
    : [];

const unswept = (state: State, { criterion: { proof } }: Numbered): boolean =>
  proof === null ||
  proof.stale ||
  runsAgain(proof) ||
  (!isAccepted(proof) && (!("sweep" in proof.at) || proof.at.sweep !== state.sweep.no));

/** Checks that the open sweep still has to run; null if no sweep is open. */
export const sweepDue = (state: State): readonly Numbered[] | null =>
  state.phase === "VERIFICATION" &&
  state.sweep.state === "open" &&
  !isUnsteady(state) &&
  !isConverging(state)
    ? judgeable(state).filter((entry) => isRunnable(entry.criterion.check) && unswept(state, entry))
    : null;

/** The first attempt hasn't started, and the baseline is unknown. */
export const baselineMissing = (state: State, task: Task): boolean =>
  state.options.baseline &&
  state.phase === "EXECUTION" &&
  task.status === "open" &&
  task.attempts === 0 &&
  task.baseline === null &&
  numbered(state, task).some((entry) => isRunnable(entry.criterion.check));

/** Manual criteria without confirmation, and criteria with hollow checks, to ask a person about now. */
export const confirmations = (state: State): readonly Numbered[] => {
  const silent = (entry: Numbered): boolean => {
    const { check, proof } = entry.criterion;
    return isManual(check) ? proof === null || proof.stale : asksForWord(state, entry);
  };
  if (state.phase === "EXECUTION")
    return planned(state)
      .filter((task) => task.status === "in_progress" && task.claimed === "due")
      .flatMap((task) => numbered(state, task).filter(silent));
  const swept =
    state.phase === "VERIFICATION" &&
    state.sweep.state === "passed" &&
    state.sweep.verdict === null;
  return swept ? judgeable(state).filter(silent) : [];
};

/** In EXECUTION, no task is ready, in progress or asked about. */
export const standsStill = (state: State): boolean =>
  !planned(state).some((task) => task.status === "in_progress" || isReady(state, task)) &&
  !state.questions.some((question) => question.answer === null);

const failedTasks = (state: State): readonly Task[] =>
  state.phase === "EXECUTION"
    ? planned(state).filter((task) => task.status === "failed" && task.waived === null)
    : [];

/** Failed tasks to ask a person about: all of them once the EXECUTION is stuck on them, then each until it is answered. */
export const stuckTasks = (state: State): readonly Task[] => {
  const failed = failedTasks(state);
  return failed.length === 0 || standsStill(state)
    ? failed
    : failed.filter(({ asked, attempts }) => asked === attempts);
};

/** Failed tasks that block the EXECUTION and aren't recorded as asked yet. */
export const unnoted = (state: State): readonly Task[] => {
  const unasked = failedTasks(state).filter(({ asked, attempts }) => asked !== attempts);
  return unasked.length > 0 && standsStill(state) ? unasked : [];
};

/** The number of attempts, in words. */
export const attempted = (task: Task): string => howMany(workedAttempts(task), "attempt");

/** A FAIL that led to no rework because the same issue recurred too often. */
export const isConverging = (state: State): boolean =>
  state.phase === "VERIFICATION" && state.sweep.verdict === "FAIL";
/** Too many sweeps of this iteration were voided, and no new one was opened. */
export const isUnsteady = (state: State): boolean =>
  state.phase === "VERIFICATION" && state.sweep.state === "none" && state.sweep.voids >= sweepVoids;
export const plannerGaveUp = (state: State): boolean =>
  state.phase === "PLANNING" && state.planTries.failed >= plannerTries;
export const verifierGaveUp = (state: State): boolean =>
  state.phase === "VERIFICATION" &&
  state.sweep.state === "passed" &&
  state.sweep.verdict === null &&
  state.sweep.tries.failed >= verifierTries;
