// The jobs of work in passes: a worker's pass, its checks, its judge, and what only a person decides.
import { aboutOf as aboutIn } from "../../core/about.ts";
import type { Job } from "../../core/job.ts";
import { isOver } from "../../core/over.ts";
import type { Role } from "../../core/view.ts";
import { jobCheck } from "../checks.ts";
import { report, reportForm } from "../json-schema.ts";
import * as t from "../schema.ts";
import { doneFields, textLimit, verdictFields } from "./commands.ts";
import { type About, decisions } from "./decisions.ts";
import {
  type Attempting,
  dueUnit,
  isUnjudged,
  keyOf,
  life,
  type Stage,
  stageOf,
  type Unit,
  unitOf,
} from "./state.ts";

export const aboutOf = aboutIn<About>("work in passes", {
  pass: true,
  check: true,
  judge: true,
  accept: true,
  unjudged: true,
  stuck: true,
  limit: true,
});

export const workerReport = t.open({
  ...doneFields,
  result: t.oneOf(["done", "failed"]),
  reason: t.standing(t.means("of what failed", t.most(textLimit, t.text)), ""),
});
export const judgeReport = t.open(verdictFields);
export const reports = [
  report("worker", "How a pass ended.", workerReport),
  report("judge", "A judgement of each criterion.", judgeReport),
];

const minute = 60_000;
/** For one process. */
const bytes = 64 * 1024 * 1024;

const jobOf = (state: Attempting, stage: Stage, unit: string, more: Partial<Job>): Job => ({
  key: keyOf(state, stage),
  about: { is: stage, unit } satisfies About,
  subject: unit,
  kind: "agent",
  role: "engine",
  thread: keyOf(state, stage),
  why: state.paused ? "paused" : null,
  begun: false,
  writes: "nothing",
  reads: [],
  limits: { ms: 60 * minute, bytes, tries: 1 },
  doubt: "retry",
  ...more,
});
/** Agents refused by their model server wait. */
const waiting = ({ trouble }: Attempting): Partial<Job> =>
  trouble === null ? {} : { notBefore: trouble.notBefore };

const passJob = (state: Attempting, { id }: Unit): Job =>
  jobOf(state, "pass", id, {
    role: "worker",
    ...(state.pass === null ? waiting(state) : { begun: true }),
    writes: "anything",
    report: reportForm(workerReport),
  });

const checkJob = (state: Attempting, { id }: Unit): Job => {
  const checks = state.options.checks.map(jobCheck);
  const ms = state.options.checks.reduce((sum, { timeout_s }) => sum + timeout_s * 1_000, minute);
  return jobOf(state, "check", id, { kind: "check", checks, limits: { ms, bytes, tries: 3 } });
};

const judgeJob = (state: Attempting, { id }: Unit): Job =>
  jobOf(state, "judge", id, {
    role: "judge",
    ...waiting(state),
    report: reportForm(judgeReport),
    limits: { ms: 30 * minute, bytes, tries: 1 },
  });

/** In order of execution; none for a finished run. */
export const jobs = (state: Attempting): readonly Job[] => {
  if (isOver(life(state))) return [];
  const { pass, options } = state;
  const unit = pass === null ? dueUnit(state) : unitOf(state, pass.unit);
  const stage = stageOf(state) ?? "pass";
  const due = { pass: passJob, check: checkJob, judge: judgeJob }[stage];
  const isPersons = options.judge === "person" || isUnjudged(state);
  const isAsked = unit === null || (stage === "judge" && isPersons);
  return [...(isAsked ? [] : [due(state, unit)]), ...decisions.jobs(state)];
};

export const roles = (state: Attempting): readonly Role[] => {
  const { judge } = state.options;
  const unlike = judge === "other-agent" ? { unlike: "worker" } : {};
  const instead = "judge it yourself: `--judge person`";
  return isOver(life(state))
    ? []
    : [{ name: "worker" }, ...(judge === "person" ? [] : [{ name: "judge", instead, ...unlike }])];
};
