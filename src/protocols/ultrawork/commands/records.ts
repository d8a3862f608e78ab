// Commands that record proofs in ultrawork: baselines, check runs, manual confirmations.
import * as event from "../events.ts";
import type { evidenceFields } from "../shapes.ts";
import { baselineResult, criterionName, maybe, reason, taskId } from "../shapes.ts";
import { checkRunFields } from "../found-shapes.ts";
import { command } from "./declare.ts";
import * as t from "../../../kit/schema.ts";
import { type NoProofReason, noProofWords, isFlipped } from "../../../core/hollow.ts";
import { reasonMissing } from "../../../core/reason.ts";
import { isRefusal, type Refusal, refuse } from "../../../core/refusal.ts";
import { cut, isManual, checkText } from "../checks.ts";
import { aboutOf, type CheckedCriterion } from "../jobs/about.ts";
import { checkJobs } from "../jobs/checks.ts";
import {
  baselineMissing,
  claimDue,
  confirmations,
  isUnshown,
  isUntried,
  judgeable,
} from "../jobs/due.ts";
import type { Issue, Proof, State } from "../state.ts";
import { findCriterion, findTask } from "../decider/names.ts";
import { type Events, changedSinceBase } from "../decider/step.ts";

type Record = t.DataOf<typeof checkRunFields>;
type Recorded = t.DataOf<typeof evidenceFields>;

export const recordBaseline = command("RecordBaseline", {
  means: "Records what held before the work on a task began.",
  data: {
    task: taskId,
    results: t.list(baselineResult),
    note: t.standing(maybe, null),
  },
  who: ["engine"],
  decide: (state, { task: id, results, note }) => {
    const task = findTask(state, id);
    if (isRefusal(task)) return task;
    if (
      !baselineMissing(state, task) &&
      !claimDue(state, task).some((entry) => isUntried(state, entry))
    )
      return refuse(
        "JOB_UNKNOWN",
        `no baseline of task ${id} is wanted: its first attempt has begun, or one is recorded`,
      );
    const known = results.filter(
      ({ criterion }) => criterion >= 1 && criterion <= task.criteria.length,
    );
    return [event.baselineRecorded({ task: id, results: known, note })];
  },
});

const outdated = (job: string): Refusal =>
  refuse(
    "CHECK_OUTDATED",
    `${job} isn't due any more: what it would have shown was decided otherwise`,
  );

const sameTime = (a: Recorded["at"], b: Recorded["at"]): boolean =>
  "attempt" in a ? "attempt" in b && a.attempt === b.attempt : "sweep" in b && a.sweep === b.sweep;

/** A check that never started, or that proves nothing, has not failed. */
const hasFailed = ({ by, passed, captured, hollow, unstarted }: Proof): boolean =>
  by === "engine" && !passed && !captured && hollow !== true && unstarted === 0;

/** Why the worker's own check proves nothing although it passed; null if it does prove something. */
const heldOf = (state: State, data: Record, shown: CheckedCriterion): NoProofReason | null => {
  const task = state.tasks[shown.task];
  // An adopted task's work is part of the run's base.
  if (task?.criteria[shown.criterion - 1]?.chosenBy !== "worker" || task.adopted) return null;
  const tried = task.baseline?.results.find(({ criterion }) => criterion === shown.criterion);
  if (data.after !== null && [state.base.tree, tried?.tree].includes(data.after))
    return "unchanged";
  return tried?.passed === true ? "before" : null;
};

const evidence = (
  state: State,
  data: Record,
  shown: CheckedCriterion,
  at: Recorded["at"],
): Recorded => {
  const criterion = state.tasks[shown.task]?.criteria[shown.criterion - 1];
  const result = data.results.find(
    (one) => one.task === shown.task && one.criterion === shown.criterion,
  );
  // An unknown exit code is never a pass, regardless of the judge.
  const passed = result?.passed === true && data.exit !== null;
  const alike = passed ? heldOf(state, data, shown) : null;
  const held = passed && alike === null;
  const ended = criterion?.proof && { ...criterion.proof, failed: hasFailed(criterion.proof) };
  const picture = shown.check.type === "screenshot";
  const before = criterion?.proof?.stale === false ? criterion.proof : null;
  const again = before?.disturbed === true && "attempt" in at;
  const unstartable = data.exit === null && data.why?.startsWith("cannot be started") === true;
  const unstarted = unstartable
    ? (before !== null && sameTime(before.at, at) ? before.unstarted : 0) + 1
    : 0;
  return {
    task: shown.task,
    criterion: shown.criterion,
    criteria: criterion?.text ?? "",
    type: shown.check.type,
    command: checkText(shown.check),
    argv: data.argv,
    cwd: data.cwd,
    exit: data.exit,
    why: held ? null : alike === null ? (result?.why ?? data.why) : noProofWords[alike],
    passed: held && !picture,
    captured: held && picture,
    ...(alike !== null
      ? { hollow: true, held: alike }
      : result?.hollow === true && data.exit !== null
        ? { hollow: true }
        : {}),
    ...(isFlipped(held, data.after, ended) ? { flipped: true } : {}),
    disturbed: "attempt" in at && !held && data.before !== data.after && !again,
    unstarted,
    before: data.before,
    tree: data.after,
    head: data.head,
    digest: data.digest,
    content: cut(data.excerpt),
    artifact: data.artifact,
    ms: data.ms,
    chosenBy: criterion?.chosenBy ?? null,
    at,
    by: "engine",
    name: "engine",
  };
};

/** What moved the tree; null if it stayed the same. */
const moved = (state: State, data: Record): string | null => {
  const still = data.before !== null && data.before === data.after;
  const first = state.sweep.tree === null;
  if (still && (first || data.before === state.sweep.tree)) return null;
  if (data.before === null || data.after === null) return "a tree that couldn't be measured";
  return first || data.before === state.sweep.tree
    ? `the check \`${data.argv.join(" ")}\`, which changed the tree`
    : "a change from outside";
};

const engineIssue = (task: string, criterion: number, text: string, why: string): Issue => ({
  summary: `${task}.${criterion} "${text}" doesn't hold: ${why}`.slice(0, 2_000),
  severity: "major",
  task,
  criterion,
  doneWhen: text,
  check: null,
  files: [],
  key: `${task}#${criterion}`,
});

/** Ends the sweep once all checks ran and the tree is measured again: it passed, or each failed criterion becomes an issue. */
const swept = (state: State, data: Record): Events => {
  const { no } = state.sweep;
  const shown = judgeable(state).filter(
    ({ criterion }) => criterion.check !== null && !isManual(criterion.check),
  );
  const failed = shown.filter((entry) => isUnshown(state, entry));
  const hollowNow = shown.filter(({ criterion: { proof } }) => proof?.hollow === true).length;
  if (failed.length === 0)
    return [
      event.sweepPassed({
        no,
        tree: data.after ?? "",
        head: data.head,
        count: shown.length - hollowNow,
        changed: data.changed ?? [],
      }),
    ];
  const issues = failed.map(({ task, number, criterion: { text, proof } }) => {
    const why =
      proof === null ? "it couldn't be run" : (proof.why ?? `exit ${proof.exit ?? "unknown"}`);
    return engineIssue(task.id, number, text, why);
  });
  return [
    event.verdictRecorded({
      sweep: no,
      verdict: "FAIL",
      by: "engine",
      kind: "engine",
      judgements: [],
      issues,
      notes: "",
    }),
  ];
};

export const recordCheck = command("RecordCheck", {
  means: "Records what the engine ran and saw.",
  data: checkRunFields,
  who: ["engine"],
  // Changes since the run's base are recorded once for each sweep, with its final measurement.
  ask: (state, { job }) =>
    job === `recheck-${state.sweep.no}-${state.verifyId}-1` ? changedSinceBase(state) : {},
  fill: (_data, { changed }) => ({ changed: changed.map(({ path }) => path) }),
  filled: ["changed"],
  decide: (state, data) => {
    const job = checkJobs(state).find(({ key }) => key === data.job);
    const about = job === undefined ? null : aboutOf(job);
    if (about === null || (about.is !== "check" && about.is !== "measure"))
      return outdated(data.job);
    if (state.phase !== "VERIFICATION") {
      if (about.is === "measure") return outdated(data.job);
      return about.shown.map((shown) =>
        event.evidenceRecorded(
          evidence(state, data, shown, { attempt: state.tasks[shown.task]?.attempts ?? 0 }),
        ),
      );
    }
    const by = moved(state, data);
    const voided: Events = by === null ? [] : [event.sweepVoided({ no: state.sweep.no, by })];
    if (about.is === "measure") return by === null ? swept(state, data) : voided;
    // The run that voids the sweep is recorded, too, and undone with the others.
    const records = about.shown.map((shown) =>
      event.evidenceRecorded(evidence(state, data, shown, { sweep: state.sweep.no })),
    );
    return [...records, ...voided];
  },
});

const heldBy = (proof: Proof | null): { readonly held?: NoProofReason } =>
  proof?.held === undefined ? {} : { held: proof.held };

export const confirmManual = command("ConfirmManual", {
  label: "Judge criterion",
  means: "Records a person's judgement of a criterion that only a person can judge.",
  data: {
    task: taskId,
    criterion: criterionName,
    met: t.flag,
    reason: t.standing(reason, ""),
    tree: t.optional(maybe),
    head: t.optional(maybe),
  },
  who: ["person"],
  ask: () => ({ tree: true }),
  fill: (_data, { tree, head }) => ({ tree, head }),
  filled: ["tree", "head"],
  decide: (state, { task: id, criterion: name, met, reason, tree, head }, { by }) => {
    const task = findTask(state, id);
    const found = isRefusal(task) ? task : findCriterion(task, name);
    if (isRefusal(found)) return found;
    const asked = confirmations(state).some(
      (entry) => entry.task.id === id && entry.number === found.number,
    );
    if (!asked)
      return refuse(
        "CRITERION_UNASKED",
        `nobody asks about criterion ${found.number} of task ${id} now`,
      );
    const missing = met ? null : reasonMissing(reason);
    if (missing !== null) return missing;
    const { text, chosenBy } = found.criterion;
    const sweeping = state.phase === "VERIFICATION";
    const confirmed: Recorded = {
      task: id,
      criterion: found.number,
      criteria: text,
      type: "manual",
      command: "",
      argv: [],
      cwd: ".",
      exit: null,
      why: met ? null : reason,
      passed: met,
      captured: false,
      ...(met && !isManual(found.criterion.check)
        ? { hollow: true, ...heldBy(found.criterion.proof) }
        : {}),
      disturbed: false,
      unstarted: 0,
      before: tree ?? null,
      tree: tree ?? null,
      head: head ?? null,
      digest: null,
      content: cut(reason),
      artifact: null,
      ms: 0,
      chosenBy,
      at: sweeping ? { sweep: state.sweep.no } : { attempt: found.task.attempts },
      by: "person",
      name: by.name,
    };
    const recorded = event.evidenceRecorded(confirmed);
    if (met || !sweeping) return [recorded];
    const issues = [engineIssue(id, found.number, text, reason)];
    return [
      recorded,
      event.verdictRecorded({
        sweep: state.sweep.no,
        verdict: "FAIL",
        by: by.name,
        kind: "person",
        judgements: [],
        issues,
        notes: reason,
      }),
    ];
  },
});
