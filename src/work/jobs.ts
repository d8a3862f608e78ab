// Due jobs of a run, from its state each time: recovery needs nothing else.
import type { Job, Limits } from "../core/job.ts";
import type { Path } from "../core/row.ts";
import { jobCheck } from "../kit/checks.ts";
import { reportForm } from "../kit/json-schema.ts";
import type { Role } from "../core/view.ts";
import type { About, Checked, CheckAbout } from "./about.ts";
import { runOf, sameCheck } from "../kit/check/check.ts";
import {
  allowanceOf,
  criteriaOf,
  heldBack,
  isMute,
  isToTry,
  mostMute,
  type Numbered,
  stageOf,
  underWay,
  untried,
} from "./course.ts";
import { type Dialect, kindOf, type WorkAbout } from "./dialect.ts";
import { beforeKey, checkKey, nextJudgeKey, nextKey } from "./keys.ts";
import { isRunnable } from "../kit/check/shape.ts";
import { isSettled, type Unit } from "./unit.ts";
import { isAuto, isBegun, type Work } from "./work.ts";

const minute = 60_000;
/** Output of one process; more ends it as flooded. */
export const outputBytes = 64 * 1024 * 1024;
/** A unit begun by hand is given up after this time without another edit. */
const handLapseMs = 60 * minute;
/** Checks at once, in checkouts of their own. */
const mostChecks = 4;
const checkTries = 3;

/** What jobs on a unit share, unless they say otherwise. */
const jobOn = (
  { id }: Unit,
  job: Pick<Job, "key" | "kind" | "role" | "why" | "limits"> & { about: About } & Partial<Job>,
): Job => ({
  subject: id,
  begun: false,
  writes: "nothing",
  reads: [],
  doubt: "retry",
  ...job,
});
const limitsOf = (ms: number, tries: number): Limits => ({ ms, bytes: outputBytes, tries });

/** Its model server turned it away: it waits until a time, or for a person. */
const waitOf = ({ trouble }: Unit, why: string | null): Pick<Job, "why" | "notBefore"> => {
  if (trouble === null || why !== null) return { why };
  const { notBefore } = trouble;
  return notBefore === null ? { why: "waits for an answer" } : { why, notBefore };
};
/** Begun by hand: nobody holds a lease. */
const outside = ({ editedAt }: Unit): Pick<Job, "outside" | "expires"> => ({
  outside: true,
  ...(editedAt === null
    ? {}
    : { expires: new Date(Date.parse(editedAt) + handLapseMs).toISOString() }),
});
const aboutOf = (state: Work, unit: Unit, is: WorkAbout["is"], note: Path | null): WorkAbout => ({
  is,
  unit: unit.id,
  kind: unit.kind,
  auto: isAuto(state),
  criteria: unit.criteria.map(({ text }) => text),
  bare: unit.criteria.flatMap(({ check, waived }, at) =>
    check === null && waived === null ? [at + 1] : [],
  ),
  note,
});

const workJob = (dialect: Dialect, state: Work, unit: Unit, why: string | null): Job => {
  const kind = kindOf(dialect, unit);
  const isLive = unit.status === "live";
  const note = kind.note === undefined ? null : `${dialect.place(state)}/${kind.note(unit)}`;
  const tier = kind.tier?.(unit);
  return jobOn(unit, {
    key: nextKey(dialect, unit),
    about: aboutOf(state, unit, "work", note),
    kind: "agent",
    role: kind.role,
    ...(tier === undefined ? {} : { tier }),
    // A refused or interrupted attempt goes on in its conversation.
    thread: unit.thread === 1 ? kind.key(unit.id) : `${kind.key(unit.id)}.${unit.thread}`,
    ...(isLive ? { why } : waitOf(unit, why)),
    begun: isLive,
    ...(isLive && !unit.leased ? outside(unit) : {}),
    writes: kind.writes?.(state, unit) ?? "nothing",
    ...(note === null ? {} : { reads: [note], doubt: "check" }),
    ...(kind.report === undefined ? {} : { report: reportForm(kind.report.shape) }),
    limits: limitsOf(kind.ms, allowanceOf(dialect, state, unit)),
  });
};
/** Only where a unit may be done without a worker, its checks run before one begins. */
const isTriedFirst = (dialect: Dialect, state: Work, unit: Unit): boolean =>
  unit.begun === 0 &&
  kindOf(dialect, unit).heldIsDone?.(unit) === true &&
  isToTry(dialect, state, unit);
/** In the order of the plan; of those that may begin, as many as may work at once. */
const workJobs = (dialect: Dialect, state: Work): readonly Job[] => {
  const due = state.units.filter((unit) => stageOf(dialect, state, unit) === "work");
  let under = underWay(dialect, state);
  return due.map((unit) => {
    if (unit.status === "live")
      return workJob(dialect, state, unit, state.paused ? "paused" : null);
    const why = isTriedFirst(dialect, state, unit)
      ? "its checks run first"
      : heldBack(dialect, state, unit, under);
    if (why === null && unit.trouble === null && kindOf(dialect, unit).planning !== true)
      under += 1;
    return workJob(dialect, state, unit, why);
  });
};

const judgeJobs = (dialect: Dialect, state: Work): readonly Job[] =>
  state.units.flatMap((unit) => {
    const { judge } = kindOf(dialect, unit);
    const isDue = stageOf(dialect, state, unit) === "judge" && !isMute(unit);
    return judge === undefined || !isDue || state.options.judge === "person"
      ? []
      : jobOn(unit, {
          key: nextJudgeKey(unit),
          about: aboutOf(state, unit, "judge", null),
          kind: "agent",
          role: judge.role,
          tier: judge.tier,
          ...waitOf(unit, state.paused ? "paused" : null),
          begun: unit.judging.live,
          report: reportForm(judge.report.shape),
          limits: limitsOf(judge.ms, mostMute),
        });
  });

/** Equal checks run once, in the order of their first criteria, as long as the longest may take. */
const runsOf = (all: readonly Numbered[], usual: number) => {
  const due = all.flatMap(({ unit, number, criterion: { check } }): readonly Checked[] =>
    isRunnable(check) ? [{ unit: unit.id, criterion: number, check }] : [],
  );
  return [...Map.groupBy(due, ({ check }) => sameCheck(check)).values()].flatMap((criteria) => {
    const [first] = criteria;
    const seconds = Math.max(...criteria.map(({ check }) => check.timeout_s ?? usual));
    const run = first === undefined ? null : runOf({ ...first.check, timeout_s: seconds }, usual);
    return run === null ? [] : [{ criteria, run }];
  });
};
const checkJob = (state: Work, unit: Unit, is: CheckAbout["is"], all: readonly Numbered[]): Job => {
  const { checks: own, timeout_s: usual } = state.options;
  const isBefore = is === "before";
  const runs = runsOf(all, usual);
  const shared = isBefore ? [] : own.map(jobCheck);
  const checks = [...runs.map(({ run }) => run), ...shared];
  const ms = checks.reduce((sum, check) => sum + ("ms" in check ? check.ms : minute), minute);
  return jobOn(unit, {
    key: isBefore ? beforeKey(unit) : checkKey(unit),
    about: {
      is,
      unit: unit.id,
      runs: runs.map(({ criteria }) => criteria),
      shared: shared.length,
    },
    kind: "check",
    role: "engine",
    why: state.paused ? "paused" : null,
    checks,
    ...(isBefore ? { without: true } : {}),
    limits: limitsOf(ms, checkTries),
  });
};
/** Checks of claimed work before those that only try what holds without it. */
const checkJobs = (dialect: Dialect, state: Work): readonly Job[] => {
  const due = state.units.filter((unit) => stageOf(dialect, state, unit) === "check");
  const tries = state.units.filter((unit) => isToTry(dialect, state, unit));
  const jobs = [
    ...due.map((unit) => checkJob(state, unit, "check", criteriaOf(dialect, state, unit))),
    ...tries.map((unit) => checkJob(state, unit, "before", untried(dialect, unit))),
  ];
  return jobs.map((job, at) =>
    at < mostChecks || job.why !== null ? job : { ...job, why: "other checks run first" },
  );
};

export const agentAndCheckJobs = (dialect: Dialect, state: Work): readonly Job[] => [
  ...checkJobs(dialect, state),
  ...workJobs(dialect, state),
  ...judgeJobs(dialect, state),
];

/** Role of those who do the work, which the judge may have to differ from. */
export const authorOf = ({ kinds }: Dialect): string =>
  Object.values(kinds).findLast(
    ({ course, planning }) => course.includes("work") && planning !== true,
  )?.role ?? "";
export const judgesOf = ({ kinds }: Dialect): readonly string[] =>
  Object.values(kinds).flatMap(({ judge }) => judge?.role ?? []);
/** What a person can do where no agent may judge. */
export const judgeYourself = ({ run }: Work): string =>
  `judge it yourself: \`cairn send ${run} SetOptions --judge person\``;

/** Roles that may still be needed: a run that can't be judged is refused before it begins. */
export const rolesOf = (dialect: Dialect, state: Work): readonly Role[] => {
  const workers = Object.entries(dialect.kinds).filter(
    ([name, { course, planning }]) =>
      course.includes("work") &&
      (planning !== true ||
        (!isBegun(state) && state.units.some((unit) => unit.kind === name && !isSettled(unit)))),
  );
  const { judge } = state.options;
  return [
    ...workers.map(([, { role }]) => ({ name: role })),
    ...(judge === "person" ? [] : judgesOf(dialect)).map((name) => ({
      name,
      otherwise: judgeYourself(state),
      instead: "judge it yourself: begin it with `--judge person`",
      ...(judge === "other-agent" ? { unlike: authorOf(dialect) } : {}),
    })),
  ];
};
