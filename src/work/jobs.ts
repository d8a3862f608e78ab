// Due jobs of a run, from its state each time: recovery needs nothing else.
import type { Check as JobCheck, Job, Limits } from "../core/job.ts";
import { isPlaced } from "../core/placed.ts";
import { jobCheck } from "../kit/checks.ts";
import { reportForm } from "../kit/json-schema.ts";
import type { Role } from "../core/view.ts";
import type { About, Checked, CheckAbout } from "./about.ts";
import { runOf, sameCheck } from "./check.ts";
import {
  allowanceOf,
  criteriaOf,
  heldBack,
  isMute,
  isToTry,
  type Numbered,
  stageOf,
  underWay,
  untried,
} from "./course.ts";
import { type Dialect, type Kind, kindOf } from "./dialect.ts";
import { byDependants } from "./graph.ts";
import { beforeKey, checkKey, nextJudgeKey, nextKey } from "./keys.ts";
import { isRunnable, isSettled, type Unit } from "./unit.ts";
import { isAuto, isBegun, type Work } from "./work.ts";

const minute = 60_000;
/** Output of one process; more ends it as flooded. */
export const outputBytes = 64 * 1024 * 1024;
/** A unit begun by hand is given up after this time without another edit. */
const handLapseMs = 60 * minute;
/** Checks at once, in checkouts of their own. */
const mostChecks = 4;
const checkTries = 3;

/** Turned away by its model server: it waits until a time, or for a person. */
const turned = ({ trouble }: Unit, why: string | null): Pick<Job, "why" | "notBefore"> => {
  if (trouble === null || why !== null) return { why };
  return trouble.notBefore === null
    ? { why: "waits for an answer" }
    : { why, notBefore: trouble.notBefore };
};
const lapse = ({ editedAt }: Unit): Partial<Job> => ({
  outside: true,
  ...(editedAt === null
    ? {}
    : { expires: new Date(Date.parse(editedAt) + handLapseMs).toISOString() }),
});

const workAbout = (
  dialect: Dialect,
  state: Work,
  unit: Unit,
  is: "work" | "judge",
): Extract<About, { is: "work" | "judge" }> => {
  const note = kindOf(dialect, unit).note?.(unit);
  return {
    is,
    unit: unit.id,
    kind: unit.kind,
    auto: isAuto(state),
    criteria: unit.criteria.map(({ text }) => text),
    note: note === undefined || is === "judge" ? null : `${dialect.place(state)}/${note}`,
  };
};
const limitsOf = (ms: number, tries: number): Limits => ({ ms, bytes: outputBytes, tries });

const workJob = (dialect: Dialect, state: Work, unit: Unit, why: string | null): Job => {
  const kind: Kind = kindOf(dialect, unit);
  const isLive = unit.status === "live";
  const about = workAbout(dialect, state, unit, "work");
  const tier = kind.tier?.(unit);
  return {
    key: nextKey(dialect, unit),
    about,
    subject: unit.id,
    kind: "agent",
    role: kind.role,
    ...(tier === undefined ? {} : { tier }),
    // A refused or interrupted attempt goes on in its conversation.
    thread: unit.thread === 1 ? kind.key(unit.id) : `${kind.key(unit.id)}.${unit.thread}`,
    ...(isLive ? { why } : turned(unit, why)),
    begun: isLive,
    ...(isLive && !unit.leased ? lapse(unit) : {}),
    writes: kind.writes?.(state, unit) ?? "nothing",
    reads: about.note === null ? [] : [about.note],
    ...(kind.report === undefined ? {} : { report: reportForm(kind.report.shape) }),
    limits: limitsOf(kind.ms, allowanceOf(dialect, state, unit)),
    doubt: about.note === null ? "retry" : "check",
  };
};
/** Most dependants first, or in series; of those that may begin, as many as may work at once. */
const workJobs = (dialect: Dialect, state: Work): readonly Job[] => {
  const works = state.units.filter((unit) => stageOf(dialect, state, unit) === "work");
  const due = dialect.inSeries === true ? works : byDependants(state.units, works);
  let under = underWay(dialect, state);
  return due.map((unit) => {
    if (unit.status === "live")
      return workJob(dialect, state, unit, state.paused ? "paused" : null);
    const first = isFirst(dialect, state, unit);
    const why = first ?? heldBack(dialect, state, unit, under);
    if (why === null && unit.trouble === null && kindOf(dialect, unit).planning !== true)
      under += 1;
    return workJob(dialect, state, unit, why);
  });
};
/** Only where a unit may be done without a worker, its checks run before one begins. */
const isFirst = (dialect: Dialect, state: Work, unit: Unit): string | null =>
  unit.begun === 0 &&
  kindOf(dialect, unit).heldIsDone?.(unit) === true &&
  isToTry(dialect, state, unit)
    ? "its checks run first"
    : null;

const judgeJobs = (dialect: Dialect, state: Work): readonly Job[] =>
  state.units.flatMap((unit): readonly Job[] => {
    const { judge } = kindOf(dialect, unit);
    const isDue = stageOf(dialect, state, unit) === "judge" && !isMute(unit);
    if (judge === undefined || !isDue || state.options.judge === "person") return [];
    return [
      {
        key: nextJudgeKey(unit),
        about: workAbout(dialect, state, unit, "judge"),
        subject: unit.id,
        kind: "agent",
        role: judge.role,
        tier: judge.tier,
        ...turned(unit, state.paused ? "paused" : null),
        begun: unit.judging.live,
        writes: "nothing",
        reads: [],
        report: reportForm(judge.report.shape),
        limits: limitsOf(judge.ms, 3),
        doubt: "retry",
      },
    ];
  });

const longer = (a: JobCheck, b: JobCheck): JobCheck =>
  "ms" in a && "ms" in b && b.ms > a.ms ? b : a;
type Runs = {
  readonly runs: readonly (readonly Checked[])[];
  readonly checks: readonly JobCheck[];
};
/** Equal checks run once, in the order of their first criteria. */
const runsOf = (all: readonly Numbered[], seconds: number): Runs => {
  const found = new Map<string, { runs: Checked[]; check: JobCheck }>();
  for (const { unit, number, criterion } of all) {
    const { check } = criterion;
    const job = isRunnable(check) ? runOf(check, seconds) : null;
    if (check === null || job === null) continue;
    const key = sameCheck(check);
    const known = found.get(key);
    const one = { unit: unit.id, criterion: number, check };
    if (known === undefined) found.set(key, { runs: [one], check: job });
    else {
      known.runs.push(one);
      known.check = longer(known.check, job);
    }
  }
  const list = [...found.values()];
  return { runs: list.map(({ runs }) => runs), checks: list.map(({ check }) => check) };
};
const checkJob = (state: Work, unit: Unit, is: CheckAbout["is"], all: readonly Numbered[]): Job => {
  const { runs, checks: own } = runsOf(all, state.options.timeout_s);
  const shared = is === "before" ? [] : state.options.checks;
  const checks = [...own, ...shared.map(jobCheck)];
  const ms = checks.reduce((sum, check) => sum + ("ms" in check ? check.ms : minute), minute);
  return {
    key: is === "before" ? beforeKey(unit) : checkKey(unit),
    about: { is, unit: unit.id, runs, shared: shared.length } satisfies CheckAbout,
    subject: unit.id,
    kind: "check",
    role: "engine",
    why: state.paused ? "paused" : null,
    begun: false,
    writes: "nothing",
    reads: [],
    checks,
    ...(is === "before" ? { without: true } : {}),
    limits: limitsOf(ms, checkTries),
    doubt: "retry",
  };
};
/** Checks of claimed work before those that only try what holds without it. */
const checkJobs = (dialect: Dialect, state: Work): readonly Job[] => {
  const due = state.units.filter((unit) => stageOf(dialect, state, unit) === "check");
  const tries = state.units.filter((unit) => isToTry(dialect, state, unit));
  const jobs = [
    ...due.map((unit) => checkJob(state, unit, "check", criteriaOf(dialect, state, unit))),
    ...tries.map((unit) => checkJob(state, unit, "before", untried(dialect, state, unit))),
  ];
  const most = isPlaced(state) ? mostChecks : 1;
  return jobs.map((job, at) =>
    at < most || job.why !== null ? job : { ...job, why: "other checks run first" },
  );
};

/** None in a run that is over. */
export const agentAndCheckJobs = (dialect: Dialect, state: Work): readonly Job[] =>
  state.end !== null || state.archived
    ? []
    : [...checkJobs(dialect, state), ...workJobs(dialect, state), ...judgeJobs(dialect, state)];

/** Roles that may still be needed: a run that can't be judged is refused before it begins. */
export const rolesOf = (dialect: Dialect, state: Work): readonly Role[] => {
  const kinds = Object.entries(dialect.kinds).filter(([name, { planning }]) =>
    planning === true
      ? !isBegun(state) && state.units.some((unit) => unit.kind === name && !isSettled(unit))
      : true,
  );
  const workers = kinds.flatMap(([, { course, role }]) => (course.includes("work") ? [role] : []));
  const judges = kinds.flatMap(([, { judge }]) => (judge === undefined ? [] : [judge.role]));
  const [author = ""] = workers.slice(-1);
  return [
    ...workers.map((name) => ({ name })),
    ...(state.options.judge === "person" ? [] : judges).map((name) => ({
      name,
      otherwise: judgeYourself(state),
      instead: "judge it yourself: begin it with `--judge person`",
      ...(state.options.judge === "other-agent" ? { unlike: author } : {}),
    })),
  ];
};
/** What a person can do where no agent may judge. */
export const judgeYourself = ({ run }: Work): string =>
  `judge it yourself: \`cairn send ${run} SetOptions --judge person\``;
