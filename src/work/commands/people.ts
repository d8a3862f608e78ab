// Commands of persons on units: new tries, bypasses, steps back. Each is on record for ever.
import { reasonMissing } from "../../core/rules/reason.ts";
import { isRefusal, refuse } from "../../core/refusal.ts";
import * as t from "../../kit/schema.ts";
import {
  isLast,
  isMute,
  isOutOfRounds,
  spentUnits,
  turnedAway,
  wholeOf,
  worked,
} from "../course.ts";
import { type Dialect, isPlanning, kindOf } from "../dialect.ts";
import { jobBegun, workClaimed } from "../events/jobs.ts";
import { optionsSet } from "../events/run.ts";
import { bypassed, unitReopened, unitRetried } from "../events/units.ts";
import { workKey } from "../keys.ts";
import { mostPasses, mostRounds, type Options } from "../options.ts";
import { isSettled, type Unit } from "../unit.ts";
import type { Work } from "../work.ts";
import {
  command,
  criterionName,
  criterionNamed,
  type Decided,
  reason,
  unitId,
  unitNamed,
  words,
} from "./declare.ts";
import { draftProposed } from "./plan.ts";

export const retry = (dialect: Dialect) =>
  command("Retry", {
    label: "Try again",
    means:
      "Gives a failed unit new tries, its judge, or agents that their model server turned away.",
    data: {
      unit: unitId,
      n: t.optional(t.means("rounds or passes, where none is left", t.wholeFrom(1, 50))),
      by_hand: t.standing(
        t.means(
          "the changes in the checkout are its work; of a planner, the draft in the files",
          t.flag,
        ),
        false,
      ),
      reason,
    },
    who: ["person"],
    redoes: true,
    decide(state, { unit: id, n, by_hand: byHand, reason: why }, { by }) {
      const unit = unitNamed(state, id);
      if (isRefusal(unit)) return unit;
      const again = (one: Unit) => unitRetried({ unit: one.id, reason: why });
      // All that waits for a person because of a model server has one cause.
      if (unit.trouble !== null)
        return [...new Set([unit, ...turnedAway(state)])].map((one) => again(one));
      if (isMute(unit)) return [again(unit)];
      if (kindOf(dialect, unit).whole === true && isOutOfRounds(state))
        return raised(state, { max_iterations: state.round - state.firstRound + 1 + (n ?? 1) });
      if (spentUnits(dialect, state).includes(unit))
        return raised(state, {
          max_passes: state.passes + (n ?? Math.max(1, Math.min(10, mostPasses - state.passes))),
        });
      if (unit.status !== "failed" || unit.waived !== null)
        return refuse("UNIT_UNFAILED", `${id} hasn't failed: it is ${unit.status}`);
      if (!byHand) return [again(unit)];
      if (kindOf(dialect, unit).planning !== true)
        return [again(unit), ...doneBy(dialect, unit, by.name, why)];
      return isPlanning(dialect) ? draftProposed(dialect, state) : [];
    },
  });
const raised = (
  { options }: Work,
  to: Partial<Pick<Options, "max_iterations" | "max_passes">>,
): Decided => {
  const { max_iterations: rounds = 0, max_passes: passes = 0 } = to;
  return rounds > mostRounds || passes > mostPasses
    ? refuse("LIMIT_INVALID", `a run has at most ${mostRounds} rounds, or ${mostPasses} passes`, {
        fits: "fewer, or end it",
      })
    : [optionsSet({ options: { ...options, ...to } })];
};
/** A person's changes are its work: its checks decide. */
const doneBy = (dialect: Dialect, unit: Unit, name: string, why: string) => {
  const holder = { name, agent: null, conversation: null };
  const job = workKey(dialect, unit, unit.begun + 1);
  const summary = why === "" ? "done by hand" : why;
  return [
    jobBegun({ unit: unit.id, job, stage: "work", holder, worker: name, leased: false }),
    workClaimed({ unit: unit.id, by: name, summary, concerns: "" }),
  ];
};

type LettingGo = Pick<t.DataOf<typeof letGo>, "unit" | "reason"> & {
  readonly what: "waived" | "skipped";
};
const letGo = { unit: unitId, reason: words };
/** A unit as a whole. */
const unitLetGo = (
  dialect: Dialect,
  state: Work,
  { unit: id, what, reason: why }: LettingGo,
  by: string,
): Decided => {
  const unit = unitNamed(state, id);
  if (isRefusal(unit)) return unit;
  if (isSettled(unit)) return refuse("UNIT_SETTLED", `${id} is settled already: ${unit.status}`);
  if (unit.status === "live")
    return refuse("UNIT_STARTED", `${id} is under way`, { fits: "`cairn stop` its job first" });
  const { planning, whole = false } = kindOf(dialect, unit);
  if (planning === true || (whole && what === "skipped"))
    return refuse("UNIT_UNWAIVABLE", `${id} can't be left out: the run needs it`);
  if (!whole && isLast(dialect, state))
    return refuse(
      "UNIT_LAST",
      `${id} is the last one that counts: without it nothing would be shown`,
      { fits: "give it new tries, change it, or end the run; a criterion of it may be waived" },
    );
  const bypass = { unit: id, what, by, reason: why, dropped: false };
  return [bypassed({ ...bypass, criterion: null, criteria: "" })];
};

export const waive = (dialect: Dialect) =>
  command("Waive", {
    label: "Accept without proof",
    means: "Lets a criterion or a unit go without proof, on record for ever.",
    data: { ...letGo, criterion: t.optional(criterionName) },
    who: ["person"],
    decide(state, { criterion: name, ...data }, { by }) {
      const missing = reasonMissing(data.reason);
      if (missing !== null) return missing;
      if (name === undefined)
        return unitLetGo(dialect, state, { ...data, what: "waived" }, by.name);
      const found = criterionNamed(state, data.unit, name);
      if (isRefusal(found)) return found;
      const { number: criterion, criterion: one } = found;
      if (one.waived !== null) return [];
      const bypass = { ...data, what: "waived", by: by.name, dropped: false } as const;
      return [bypassed({ ...bypass, criterion, criteria: one.text })];
    },
  });

export const skip = (dialect: Dialect) =>
  command("Skip", {
    means: "Leaves a unit out, on record for ever; what waits for it may start.",
    data: letGo,
    who: ["person"],
    decide: (state, data, { by }) =>
      reasonMissing(data.reason) ??
      unitLetGo(dialect, state, { ...data, what: "skipped" }, by.name),
  });

export const reopenUnit = (dialect: Dialect) =>
  command("ReopenUnit", {
    means: "Has a unit done again that was done.",
    data: { unit: unitId, reason: words },
    who: ["person", "engine"],
    redoes: true,
    when: ["live", "paused", "over"],
    decide(state, { unit: id, reason: why }) {
      const unit = unitNamed(state, id);
      if (isRefusal(unit)) return unit;
      if (!isSettled(unit) || !worked(dialect, state).includes(unit))
        return refuse("UNIT_UNSETTLED", `${id} isn't done: it is ${unit.status}`);
      const whole = wholeOf(dialect, state)?.id ?? null;
      return reasonMissing(why) ?? [unitReopened({ unit: id, reason: why, whole })];
    },
  });
