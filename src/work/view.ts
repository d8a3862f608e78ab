// View of a run as plain data for status, graph and page, for any protocol.
import { flippedWords } from "../kit/check/hollow.ts";
import type { Job } from "../core/job.ts";
import { firstLine, oneLine } from "../core/words/quote.ts";
import { refusedLine } from "../kit/edits/refused-edit.ts";
import { runStatus } from "../core/rules/run-status.ts";
import type { View, ViewNode } from "../core/view.ts";
import { countOf, countsOf, countWhere, isCounted, statusOf, evidenceIn } from "./counts.ts";
import { allowanceOf, isLastTry, plannedUnits, unreadyWhy, worked } from "./course.ts";
import { type Dialect, kindOf } from "./dialect.ts";
import { checkFailure } from "./reasons.ts";
import { type Criterion, isSettled, isShown, type Returned, type Unit } from "./unit.ts";
import { type Bypass, find, isBegun, type Work } from "./work.ts";

const short = (text: string): string => firstLine(text, 120);

type Around = {
  readonly dialect: Dialect;
  readonly state: Work;
  /** By unit. */
  readonly jobs: ReadonlyMap<string, readonly Job[]>;
  readonly groups: ReadonlyMap<string, string>;
  readonly shown: ReadonlySet<string>;
};
const jobsOf = ({ jobs }: Around, { id }: Unit): readonly Job[] => jobs.get(id) ?? [];
/** Keys of the decisions about a unit. */
const asksOf = (around: Around, unit: Unit): readonly string[] =>
  jobsOf(around, unit).flatMap(({ kind, key }) => (kind === "decision" ? [key] : []));

type Standing = Pick<ViewNode, "status" | "why">;
const openStanding = (around: Around, unit: Unit): Standing => {
  const { dialect, state } = around;
  const job = jobsOf(around, unit).find(({ kind }) => kind === "agent");
  if (job !== undefined) return { status: job.why === null ? "ready" : "waiting", why: job.why };
  // A unit without a worker has no job before its checks are due.
  return isBegun(state)
    ? { status: "waiting", why: unreadyWhy(dialect, state, unit) }
    : { status: "open", why: null };
};
const standingOf = (around: Around, unit: Unit): Standing => {
  const { status, waived } = unit;
  if (waived !== null && status !== "skipped") return { status: "done", why: null };
  if (status === "failed" || status === "skipped") return { status: "failed", why: null };
  const moves = jobsOf(around, unit).some(
    ({ kind, begun, why }) => kind !== "decision" && (begun || (why === null && status !== "open")),
  );
  if (!moves && asksOf(around, unit).length > 0) return { status: "waiting", why: null };
  if (status === "done") return { status, why: null };
  if (around.state.end !== null) return { status: "open", why: null };
  return status === "open" ? openStanding(around, unit) : { status: "running", why: null };
};

/** What happens to it now. */
const nowOf = (around: Around, unit: Unit): readonly string[] => {
  const { dialect, state } = around;
  const { status, judging, worker, tries } = unit;
  const works = kindOf(dialect, unit).course.includes("work");
  const attempt = works
    ? [`attempt ${tries + 1} of ${allowanceOf(dialect, state, unit)}`]
    : [`round ${state.round}`];
  if (status === "judged")
    return [
      ...attempt,
      judging.live ? `judged by ${judging.holder?.name ?? "a judge"}` : "no verdict yet",
    ];
  const who = works && worker !== null ? [worker] : [];
  if (status === "live") return [...attempt, ...who];
  return [...attempt, ...who, works ? "claimed, its checks decide" : "its checks run"];
};
/** What its first red check found; else why it was returned. */
const causeOf = ({ criteria }: Unit, { kind, reason }: Returned): string => {
  const red = kind === "checks" ? criteria.find((one) => !isShown(one)) : undefined;
  return short(red === undefined ? reason : checkFailure(red));
};
const noteOf = (around: Around, unit: Unit): string | null => {
  const { status, waived, returned, judging } = unit;
  if (waived !== null)
    return `${status === "skipped" ? "skipped" : "waived"} by ${oneLine(waived.by)}`;
  if (asksOf(around, unit).length > 0) return "waits for your answer";
  if (status === "done") return null;
  const before =
    status === "judged" && judging.returned !== null
      ? `no verdict: ${short(judging.returned)}`
      : returned === null
        ? null
        : `${returned.n === 0 ? "" : `attempt ${returned.n}: `}${causeOf(unit, returned)}`;
  if (status === "open" || status === "failed" || around.state.end !== null) return before;
  return `${nowOf(around, unit).join(", ")}${before === null ? "" : ` (${before})`}`;
};

/** For unfinished units: an active attempt isn't returned yet. */
const triesOf = (
  { dialect, state }: Around,
  unit: Unit,
): Pick<ViewNode, "returned" | "last" | "cause"> => {
  const { status, tries, returned } = unit;
  if (isSettled(unit) || returned === null || tries < 1) return {};
  return {
    returned: tries,
    cause: causeOf(unit, returned),
    ...(status !== "failed" && isLastTry(dialect, state, unit) ? { last: true } : {}),
  };
};

const nodeOf = (around: Around, unit: Unit): ViewNode => {
  const { noun, planning, whole } = kindOf(around.dialect, unit);
  const group = around.groups.get(unit.id);
  const { of, proved } = countsOf([unit]);
  return {
    id: unit.id,
    label: unit.title,
    kind: noun,
    ...(planning === true || whole === true ? { beside: true } : {}),
    ...(group === undefined ? {} : { group }),
    ...standingOf(around, unit),
    after: unit.after.filter((id) => around.shown.has(id)),
    done: proved,
    of,
    ...(unit.waived === null ? {} : { [unit.status === "skipped" ? "skipped" : "waived"]: true }),
    note: noteOf(around, unit),
    ...triesOf(around, unit),
  };
};

const named = (dialect: Dialect, state: Work, id: string): string => {
  const unit = find(state, id);
  return unit === undefined ? id : `${kindOf(dialect, unit).noun} ${id}`;
};
const bypassWords = (dialect: Dialect, state: Work, bypass: Bypass): string => {
  const { unit, criterion, what, by, reason } = bypass;
  const on = criterion === null ? named(dialect, state, unit) : `criterion ${unit}.${criterion}`;
  return `${on} ${what} by ${by}${reason === "" ? "" : `: ${reason}`}`;
};

/** What is said, seen or judged, and not proved. */
const claimsOf = (dialect: Dialect, units: readonly Unit[]): readonly string[] => {
  const count = (which: (one: Criterion, unit: Unit) => boolean): number =>
    countWhere(units, (one, unit) => isCounted(unit, one) && which(one, unit));
  const hollow = count(({ proof }) => proof?.hollow === true);
  const claimed = count(
    (one, unit) =>
      one.claims.length > 0 && one.proof?.by !== "judge" && statusOf(unit, one) !== "proved",
  );
  // Of a unit with a judge of its own nothing is missing before the verdict.
  const bare = count(
    (one, unit) =>
      one.proof === null &&
      statusOf(unit, one) === "bare" &&
      (isSettled(unit) || kindOf(dialect, unit).judge === undefined),
  );
  const counts: readonly (readonly [number, string])[] = [
    [hollow, hollow === 1 ? "check shows nothing" : "checks show nothing"],
    [countOf(units, "captured"), "to be judged"],
    [bare, "without a check"],
    [countOf(units, "stale"), "proved on older work"],
    [count(({ proof }) => proof?.flipped === true), flippedWords],
    [claimed, `${claimed === 1 ? "claim" : "claims"} of workers not proved`],
  ];
  return counts.filter(([number]) => number > 0).map(([number, words]) => `${number} ${words}`);
};

/** Checks that held before the work, as long as nothing else was shown. */
const heldWarnings = (dialect: Dialect, state: Work): readonly string[] =>
  plannedUnits(dialect, state)
    .filter((unit) => !isSettled(unit))
    .flatMap(({ id, criteria }) =>
      criteria.flatMap(({ before, waived, proof }, at) =>
        before?.passed === true && waived === null && proof === null
          ? [
              `the check of criterion ${at + 1} of ${named(dialect, state, id)} ${before.why ?? "held before the work began: it shows nothing of the work"}`,
            ]
          : [],
      ),
    );
const mostAdopted = 5;
/** Adopting another format causes many remarks: shows only the first ones. */
const adoptionWarnings = ({ adopted, run }: Work): readonly string[] => {
  const all = adopted ?? [];
  if (all.length <= mostAdopted) return all;
  return [
    ...all.slice(0, mostAdopted - 1),
    `and ${all.length - mostAdopted + 1} more that were read otherwise when it was adopted: \`cairn status --state ${run} adopted\``,
  ];
};
/** None of a run that is over: there is nothing left to mend. */
const warningsOf = (dialect: Dialect, state: Work): readonly string[] => {
  if (state.end !== null) return [];
  const failed = state.units.filter(
    (unit) => !isBegun(state) && unit.status === "failed" && kindOf(dialect, unit).goesOn === true,
  );
  return [
    ...failed.map(({ id }) => `${named(dialect, state, id)} failed`),
    ...(state.plan.state === "draft" ? [] : state.plan.warnings),
    ...heldWarnings(dialect, state),
    ...adoptionWarnings(state),
  ];
};

/** Rounds say nothing where one unit is all there is to judge. */
const roundOf = (dialect: Dialect, state: Work): readonly string[] => {
  const { round, firstRound, options } = state;
  const judges = Object.values(dialect.kinds).some(({ whole }) => whole === true);
  return judges && (round > 1 || worked(dialect, state).length !== 1)
    ? [`iteration ${round - firstRound + 1} of ${options.max_iterations}`]
    : [];
};

const passOf = ({ passes, options: { max_passes: most } }: Work): readonly string[] =>
  most === 0 ? [] : [`pass ${passes} of ${most}`];

export const viewOf = (dialect: Dialect, state: Work, jobs: readonly Job[]): View => {
  const units = plannedUnits(dialect, state);
  const shown = isBegun(state) ? units : state.units;
  const around: Around = {
    dialect,
    state,
    jobs: Map.groupBy(jobs, ({ subject }) => subject),
    groups: dialect.groups?.(state) ?? new Map(),
    shown: new Set(shown.map(({ id }) => id)),
  };
  return {
    title: short(state.goal),
    ...(dialect.called === undefined ? {} : { name: dialect.called(state) }),
    phase: dialect.phase(state),
    status: runStatus({ over: state.end !== null, paused: state.paused }, () =>
      jobs.filter(({ why, begun }) => why === null || begun),
    ),
    facts: [
      state.options.mode,
      ...roundOf(dialect, state),
      ...passOf(state),
      ...(dialect.facts?.(state) ?? []),
    ],
    nodes: shown.map((unit) => nodeOf(around, unit)),
    evidence: evidenceIn(units),
    claims: claimsOf(dialect, units),
    bypasses: state.bypasses.map((bypass) => bypassWords(dialect, state, bypass)),
    warnings: [...warningsOf(dialect, state), ...(dialect.warnings?.(state) ?? [])],
    refused: refusedLine(state.refused),
  };
};
