// The stage that each unit is in, and why it may not begin: all from the state.
import { isCounted } from "./counts.ts";
import { type Dialect, kindOf } from "./dialect.ts";
import { isManual, isRunnable } from "../kit/check/shape.ts";
import { type Criterion, isSettled, type Stage, type Unit } from "./unit.ts";
import { find, isAuto, isBegun, isRejected, waitsFor, type Work } from "./work.ts";

/** A criterion by its unit and number, from 1. */
export type Numbered = {
  readonly unit: Unit;
  readonly number: number;
  readonly criterion: Criterion;
};

export const numbered = (unit: Unit): readonly Numbered[] =>
  unit.criteria.map((criterion, at) => ({ unit, number: at + 1, criterion }));

/** Units of the plan, without planning itself. */
export const plannedUnits = (dialect: Dialect, state: Work): readonly Unit[] =>
  state.units.filter((unit) => kindOf(dialect, unit).planning !== true);
/** The newest unit that plans. */
export const plannerOf = (dialect: Dialect, { units }: Work): Unit | undefined =>
  units.findLast((unit) => kindOf(dialect, unit).planning === true);
/** Units of the work itself: no planning, and not the one that judges the whole. */
export const worked = (dialect: Dialect, state: Work): readonly Unit[] =>
  plannedUnits(dialect, state).filter((unit) => kindOf(dialect, unit).whole !== true);
export const wholeOf = (dialect: Dialect, state: Work): Unit | undefined =>
  state.units.find((unit) => kindOf(dialect, unit).whole === true);

/** Criteria of a unit that count; those of the whole are everybody's. */
export const criteriaOf = (dialect: Dialect, state: Work, unit: Unit): readonly Numbered[] => {
  const all = kindOf(dialect, unit).whole === true ? [...worked(dialect, state), unit] : [unit];
  return all.flatMap(numbered).filter((one) => isCounted(one.unit, one.criterion));
};

/** All that it waits for is over: settled, or failed where that stops nobody. */
export const blockersOf = (dialect: Dialect, state: Work, unit: Unit): readonly string[] =>
  waitsFor(state, unit).filter((id) => {
    const one = find(state, id);
    return one?.status !== "failed" || kindOf(dialect, one).goesOn !== true;
  });

/** It may be worked on: planning before the plan's approval, all others after it. */
const isTimely = (dialect: Dialect, state: Work, unit: Unit): boolean =>
  kindOf(dialect, unit).planning === true ? state.plan.state === "draft" : isBegun(state);

const atWork = ["live", "claimed", "judged"];
/** Units with a worker at it; in series those that are checked or judged, too. */
export const underWay = (dialect: Dialect, state: Work): number =>
  worked(dialect, state).filter(({ status, waived }) =>
    dialect.inSeries === true ? waived === null && atWork.includes(status) : status === "live",
  ).length;
/** All work jobs of the run are used. */
const isSpent = ({ options, passes }: Work): boolean =>
  options.max_passes > 0 && passes >= options.max_passes;

/** Units that only the limit of the run's work jobs holds back. */
export const spentUnits = (dialect: Dialect, state: Work): readonly Unit[] =>
  isSpent(state) && underWay(dialect, state) === 0
    ? state.units.filter(
        (unit) =>
          unit.status === "open" &&
          unit.trouble === null &&
          stageOf(dialect, state, unit) === "work" &&
          blockersOf(dialect, state, unit).length === 0,
      )
    : [];

const blockerWords = (state: Work, id: string): string =>
  find(state, id)?.status === "failed" ? `${id} (failed)` : id;
/** Why an open unit may not begin now; null if it may. The number of workers isn't asked. */
export const unreadyWhy = (dialect: Dialect, state: Work, unit: Unit): string | null => {
  const waits = blockersOf(dialect, state, unit);
  if (waits.length > 0) return `waits for ${waits.map((id) => blockerWords(state, id)).join(", ")}`;
  const question = state.questions.find((one) => one.unit === unit.id && one.answer === null);
  if (question !== undefined) return `question ${question.id}`;
  return isSpent(state) && unit.status === "open" ? `all ${state.passes} passes are used` : null;
};
/** @param under units with a worker, if the caller counts them itself */
export const heldBack = (
  dialect: Dialect,
  state: Work,
  unit: Unit,
  under: number = underWay(dialect, state),
): string | null => {
  if (state.paused) return "paused";
  const why = unreadyWhy(dialect, state, unit);
  if (why !== null) return why;
  if (dialect.inSeries === true) return under > 0 ? "another goes first" : null;
  const { max_workers: most } = state.options;
  return kindOf(dialect, unit).planning !== true && most > 0 && under >= most
    ? `no free worker (max ${most})`
    : null;
};

export const allowanceOf = (dialect: Dialect, { options }: Work, unit: Unit): number =>
  kindOf(dialect, unit).tries(options);
/** The next failure is the last one. */
export const isLastTry = (dialect: Dialect, state: Work, unit: Unit): boolean =>
  unit.tries + 1 >= allowanceOf(dialect, state, unit);
const mayMend = (
  dialect: Dialect,
  state: Work,
  { unit, criterion }: Numbered,
  whole: boolean,
): boolean =>
  !whole &&
  criterion.chosenBy === "worker" &&
  kindOf(dialect, unit).course.includes("work") &&
  !isLastTry(dialect, state, unit);

/** What only a person can say: manual criteria, checks that show nothing, and bare ones that were found so. */
const isToAsk = (dialect: Dialect, state: Work, one: Numbered, whole: boolean): boolean => {
  const { check, proof } = one.criterion;
  if (isAuto(state)) return false;
  if (isManual(check)) return proof === null;
  if (check === null) return whole && state.adopted !== null && proof === null;
  // Its check shows nothing, no person said otherwise, and its worker may mend it no more.
  const isHollow = proof !== null && proof.hollow && !proof.passed;
  return isHollow && !mayMend(dialect, state, one, whole);
};

/** Checks that were not tried without the work yet. */
export const untried = (dialect: Dialect, unit: Unit): readonly Numbered[] =>
  kindOf(dialect, unit).course.includes("before") && unit.waived === null
    ? numbered(unit).filter(
        ({ criterion: { check, before, waived } }) =>
          isRunnable(check) && before === null && waived === null,
      )
    : [];

/** Something is run that can show whether it holds. */
export const hasChecks = (dialect: Dialect, state: Work, unit: Unit): boolean =>
  state.options.checks.length > 0 ||
  criteriaOf(dialect, state, unit).some(({ criterion }) => isRunnable(criterion.check));
/** Its checks are due, in one job. The whole is measured even where nothing is to be run. */
const isToCheck = (dialect: Dialect, state: Work, unit: Unit): boolean =>
  unit.checked === null &&
  (kindOf(dialect, unit).whole === true || hasChecks(dialect, state, unit));

/**
 * The stage that is due or under way; null if none is: it is over, waits, or is to be settled.
 * `before` may be due beside work that has begun.
 */
export const stageOf = (dialect: Dialect, state: Work, unit: Unit): Stage | null => {
  const { course, whole = false } = kindOf(dialect, unit);
  if (whole && isRejected(state)) return null;
  if (isSettled(unit) || unit.status === "failed" || !isTimely(dialect, state, unit)) return null;
  if (unit.status === "open" || unit.status === "live")
    return course.includes("work") ? "work" : null;
  if (unit.status === "judged") return "judge";
  if (course.includes("check") && isToCheck(dialect, state, unit)) return "check";
  if (untried(dialect, unit).length > 0) return "before";
  return toConfirm(dialect, state, unit).length > 0 ? "ask" : null;
};

/** Criteria of a unit that a person called unmet: nothing more is asked of it. */
export const calledUnmet = (all: readonly Numbered[]): readonly Numbered[] =>
  all.filter(({ criterion: { proof } }) => proof?.by === "person" && !proof.passed);
/** Criteria of a unit that a person is asked about once its checks ran. */
const toConfirm = (dialect: Dialect, state: Work, unit: Unit): readonly Numbered[] => {
  const { course, whole = false } = kindOf(dialect, unit);
  const all = criteriaOf(dialect, state, unit);
  return unit.status === "claimed" && course.includes("ask") && calledUnmet(all).length === 0
    ? all.filter((one) => isToAsk(dialect, state, one, whole))
    : [];
};
/** Questions about criteria, of all units whose checks ran. */
export const confirmations = (dialect: Dialect, state: Work): readonly Numbered[] =>
  state.units.flatMap((unit) =>
    stageOf(dialect, state, unit) === "ask" ? toConfirm(dialect, state, unit) : [],
  );

/** Its checks may be tried without the work: before it begins, or beside it. */
export const isToTry = (dialect: Dialect, state: Work, unit: Unit): boolean =>
  isBegun(state) &&
  !isSettled(unit) &&
  unit.status !== "failed" &&
  unit.status !== "judged" &&
  untried(dialect, unit).length > 0 &&
  (unit.status !== "open" || unreadyWhy(dialect, state, unit) === null);

/** Failed units that a person must settle. */
export const stuckUnits = (dialect: Dialect, state: Work): readonly Unit[] =>
  state.units.filter(
    (unit) =>
      unit.status === "failed" && unit.waived === null && kindOf(dialect, unit).goesOn !== true,
  );
/** Units whose model server turned their agents away until a person says to try again. */
export const turnedAway = ({ units }: Work): readonly Unit[] =>
  units.filter(({ trouble }) => trouble?.notBefore === null);
/** Judges of the unit gave no usable verdict so often that a person decides. */
export const mostMute = 3;
export const isMute = ({ status, judging }: Unit): boolean =>
  status === "judged" && judging.mute >= mostMute;
/** Only one unit of the work is left that counts: without it nothing would be shown. */
export const isLast = (dialect: Dialect, state: Work): boolean =>
  worked(dialect, state).filter(({ waived }) => waived === null).length < 2;
/** It failed, and no round is left. */
export const isOutOfRounds = (state: Work): boolean =>
  isRejected(state) && state.round - state.firstRound + 1 >= state.options.max_iterations;

/** Nothing is under way or due, and nobody is asked. */
export const standsStill = (dialect: Dialect, state: Work): boolean =>
  state.plan.state !== "proposed" &&
  !state.questions.some(({ answer }) => answer === null) &&
  !state.units.some((unit) => {
    const stage = stageOf(dialect, state, unit);
    if (stage !== "work") return stage !== null;
    return unit.status === "live" || unreadyWhy(dialect, state, unit) === null;
  });
