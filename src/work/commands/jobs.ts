// Commands of agents' jobs: they begin, are done as claimed, or come to nothing.
import type { Stamp } from "../../core/protocol.ts";
import type { Time } from "../../core/row.ts";
import { type Refusal, refuse } from "../../core/refusal.ts";
import { holderShape, judgeRefused } from "../judging.ts";
import * as t from "../../kit/schema.ts";
import { heldBack, isLastTry, unreadyWhy, stageOf, worked } from "../course.ts";
import { type Dialect, kindOf } from "../dialect.ts";
import type { Failure } from "../events/declare.ts";
import { jobBegun, judgeFailed, unitReturned, workClaimed } from "../events/jobs.ts";
import {
  holderOf,
  nextJudgeKey,
  nextKey,
  partOf,
  shownName,
  workerName,
  workKey,
} from "../keys.ts";
import { type Trouble, troubleKinds, type Unit } from "../unit.ts";
import { isBegun, type Work } from "../work.ts";
import {
  command,
  type Decided,
  jobKey,
  senderWrong,
  textLimit,
  unitId,
  unitNamed,
  words,
} from "./declare.ts";

const unready = (job: string, why: string): Refusal =>
  refuse("JOB_UNREADY", `${job} may not begin: ${why}`);

const beginning = {
  job: jobKey,
  holder: holderShape,
  hosted: t.standing(
    t.means("launched by a host of ours: it is shown under a name of its own", t.flag),
    false,
  ),
  leased: t.standing(t.means("false: begun by hand, without a lease", t.flag), true),
};
type Beginning = t.DataOf<typeof beginning>;
/** By hand any unit may be taken that waits for nothing; its refusals name what it waits for. */
const heldFromHand = (dialect: Dialect, state: Work, unit: Unit): Refusal | null => {
  if (kindOf(dialect, unit).planning === true || unit.status === "claimed")
    return senderWrong(`${unit.id} isn't begun by hand`, "the runner, or `cairn job claim`");
  if (!isBegun(state))
    return refuse("UNIT_WAITING", `${unit.id} waits for the plan's approval`, {
      fits: `\`cairn decide ${state.run}\``,
    });
  const why = unreadyWhy(dialect, state, unit);
  return why === null ? null : refuse("UNIT_WAITING", `${unit.id} may not begin: ${why}`);
};
const beginWork = (
  dialect: Dialect,
  state: Work,
  unit: Unit,
  { job, holder, hosted, leased }: Beginning,
  { by }: Stamp,
): Decided => {
  const isHand = by.kind === "file";
  const why = heldBack(dialect, state, unit);
  const no = isHand ? heldFromHand(dialect, state, unit) : why === null ? null : unready(job, why);
  if (no !== null) return no;
  const { noun } = kindOf(dialect, unit);
  const worker = workerName(state, noun, job, holder, hosted);
  return [
    jobBegun({ unit: unit.id, job, stage: "work", holder, worker, leased: leased && !isHand }),
  ];
};
/** Nobody judges work of their own; what plans is no author. */
const beginJudge = (
  dialect: Dialect,
  state: Work,
  unit: Unit,
  { job, holder, hosted, leased }: Beginning,
): Decided => {
  const worker = workerName(state, kindOf(dialect, unit).noun, job, holder, hosted);
  const of = kindOf(dialect, unit).whole === true ? worked(dialect, state) : [unit];
  const authors = of.flatMap(({ workers }) => workers);
  const by = { ...holder, name: worker };
  // A person's hands are no agent: another one is always found.
  const agents = authors.filter(({ agent }) => agent !== null);
  const no =
    judgeRefused("other-session", authors, by) ?? judgeRefused(state.options.judge, agents, by);
  return no ?? [jobBegun({ unit: unit.id, job, stage: "judge", holder, worker, leased })];
};
export const beginJob = (dialect: Dialect) =>
  command("BeginJob", {
    means: "Records that a job has its agent.",
    data: beginning,
    who: ["engine", "file"],
    decide(state, given, stamp) {
      const { job } = given;
      const work = state.units.find((unit) => nextKey(dialect, unit) === job);
      if (work !== undefined && stageOf(dialect, state, work) === "work")
        return work.status === "live"
          ? unready(job, "it is under way already")
          : beginWork(dialect, state, work, given, stamp);
      if (work !== undefined && stamp.by.kind === "file" && work.status === "open")
        return heldFromHand(dialect, state, work) ?? unready(job, "it isn't due");
      const judge = state.units.find((unit) => nextJudgeKey(unit) === job);
      if (judge !== undefined && stageOf(dialect, state, judge) === "judge") {
        if (judge.judging.live) return unready(job, "it is under way already");
        return state.paused ? unready(job, "paused") : beginJudge(dialect, state, judge, given);
      }
      return holderOf(dialect, state, job) === null
        ? refuse("JOB_UNREADY", `${job} isn't due`)
        : unready(job, "it began already, and is over");
    },
  });

export const reportDone = (dialect: Dialect) =>
  command("ReportDone", {
    means: "Says that a unit is done: a claim. The engine's checks decide.",
    data: {
      unit: unitId,
      summary: t.standing(words, ""),
      concerns: t.standing(words, ""),
    },
    who: ["agent", "file"],
    decide(state, data, { by }) {
      const unit = unitNamed(state, data.unit);
      if ("code" in unit) return unit;
      if (kindOf(dialect, unit).planning === true)
        return senderWrong(
          `${unit.id} isn't reported as done`,
          "the report that its brief asks for",
        );
      const part = partOf(dialect, state, by);
      const isHolder = part.as === "worker" && part.unit.id === unit.id;
      if (part.as === "file" && unit.status === "live" && unit.leased)
        return refuse("JOB_HELD", `${workKey(dialect, unit)} is leased: its holder alone ends it`, {
          fits: "`cairn job release` with its token, or wait",
        });
      if (!isHolder && part.as !== "file")
        return senderWrong(`${unit.id} is another's`, "the token of its job");
      if (unit.status !== "live")
        return refuse("UNIT_UNSTARTED", `${unit.id} isn't under way: it is ${unit.status}`);
      return [workClaimed({ ...data, by: shownName(part, by) })];
    },
  });

const kinds = [
  "failed",
  "timeout",
  "crashed",
  "silent",
  "garbage",
  "lost",
  "lapsed",
  "released",
] as const;
const failing = {
  job: jobKey,
  kind: t.oneOf(kinds),
  reason: words,
  trouble: t.optional(
    t.means("what of its model server kept it from work: it spends no try", t.oneOf(troubleKinds)),
  ),
  retry_at: t.optional(t.means("when its provider says that it may be tried again", t.text)),
  forgotten: t.standing(
    t.means("its program knew the conversation no more: it spends no try", t.flag),
    false,
  ),
};
// Troubles of model servers cost no try; each waits longer, then a person decides.
/** Consecutive times before a person decides. */
const mostTimes = 5;
/** The longest wait that a provider may ask for: a person decides about later dates. */
const longestMs = 8 * 24 * 60 * 60_000;
/** 30 s, 2, 8, 32 min. */
const pauseMs = (times: number): number => 30_000 * 4 ** (times - 1);

/**
 * When the next attempt may start: a refused login needs a person at once.
 * @param retryAt as its provider says
 */
const troubleNow = (
  before: Trouble | null,
  kind: Trouble["kind"],
  at: Time,
  retryAt: string | undefined,
): Pick<Trouble, "kind" | "notBefore"> => {
  const times = (before?.times ?? 0) + 1;
  if (kind === "auth" || times >= mostTimes) return { kind, notBefore: null };
  const now = Date.parse(at);
  const told = retryAt === undefined ? Number.NaN : Date.parse(retryAt);
  if (told > now + longestMs) return { kind, notBefore: null };
  const until = told > now ? told : now + pauseMs(times);
  return { kind, notBefore: new Date(until).toISOString() };
};

/** Ends a failed attempt: another one follows, or none is left. */
export const giveBack = (
  dialect: Dialect,
  state: Work,
  unit: Unit,
  failed: Failure,
): ReturnType<typeof unitReturned> =>
  unitReturned({
    unit: unit.id,
    ...failed,
    last: failed.spent && isLastTry(dialect, state, unit),
  });
const untold = { trouble: undefined, forgotten: false } as const;
export const reportFailure = (dialect: Dialect) =>
  command("ReportFailure", {
    means: "Records a job under way that ended without a result.",
    data: failing,
    who: ["agent", "engine", "file"],
    decide(state, { job, kind, reason: given, retry_at: retryAt, ...told }, { by, at }) {
      // Only the engine knows what kept an agent from work.
      const { trouble, forgotten } = by.kind === "engine" ? told : untold;
      const held = holderOf(dialect, state, job);
      const isLive = held?.as === "judge" ? held.unit.judging.live : held?.unit.status === "live";
      if (held === null || !isLive) return refuse("JOB_UNKNOWN", `${job} isn't under way`);
      const { unit } = held;
      if (by.kind === "agent" && by.job !== job)
        return senderWrong(`${job} is another's job`, "the token of that job");
      if (by.kind === "file" && (held.as === "judge" || unit.leased))
        return refuse("JOB_HELD", `${job} is leased: its holder alone ends it`, {
          fits: "`cairn job release` with its token, or cancel the run",
        });
      const reason = (given.trim() === "" ? kind : given).slice(0, textLimit);
      const failed: Failure = {
        kind,
        reason,
        forgotten,
        // Work that began by hand and is given up costs no try.
        spent:
          kind !== "released" &&
          !(kind === "lapsed" && held.as === "worker" && !unit.leased) &&
          trouble === undefined &&
          !forgotten,
        trouble: trouble === undefined ? null : troubleNow(unit.trouble, trouble, at, retryAt),
      };
      return held.as === "judge"
        ? [judgeFailed({ unit: unit.id, ...failed })]
        : [giveBack(dialect, state, unit, failed)];
    },
  });
