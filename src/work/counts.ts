// How criteria stand: status words, counts, and the ways in which they are met.
import { metWords, type Ways } from "../core/words/evidence.ts";
import type { Criterion as Shown, View } from "../core/view.ts";
import { type Criterion, isSettled, type Unit } from "./unit.ts";

type Of = Pick<Unit, "status" | "waived" | "checked" | "criteria">;

/** It is part of what has to be shown: nobody waived it or its unit. */
export const isCounted = (unit: Pick<Unit, "waived">, { waived }: Criterion): boolean =>
  waived === null && unit.waived === null;

/** Its checks are due again: what they said holds for older work. */
const isStale = (unit: Of, { proof }: Criterion): boolean =>
  proof?.by === "engine" &&
  (proof.passed || proof.captured) &&
  unit.checked === null &&
  !isSettled(unit);

/** What only an agent judged is never proved; a picture is the engine's, its meaning the judge's. */
export const statusOf = (unit: Of, one: Criterion): Shown["status"] => {
  const { proof, check } = one;
  if (!isCounted(unit, one)) return "waived";
  if (proof === null) return check === null ? "bare" : "unproved";
  if (isStale(unit, one)) return "stale";
  if (proof.captured && !proof.judged) return "captured";
  if (proof.passed || proof.captured)
    return proof.by === "judge" ? (check === null ? "bare" : "unproved") : "proved";
  return proof.hollow ? "unproved" : "failed";
};

export const countWhere = <U extends Of>(
  units: readonly U[],
  which: (criterion: Criterion, unit: U) => boolean,
): number =>
  units.reduce((sum, unit) => sum + unit.criteria.filter((one) => which(one, unit)).length, 0);
export const countOf = (units: readonly Of[], status: Shown["status"]): number =>
  countWhere(units, (one, unit) => statusOf(unit, one) === status);
/** `of`: without what is waived or skipped. `proved`: by checks, people, or pictures that a judge calls met. */
export const countsOf = (units: readonly Of[]) => ({
  of: countWhere(units, (one, unit) => isCounted(unit, one)),
  proved: countOf(units, "proved"),
});

/** It is proved, or a judge says so. */
const isMet = (unit: Of, one: Criterion): boolean =>
  statusOf(unit, one) === "proved" ||
  (isCounted(unit, one) && one.proof?.by === "judge" && one.proof.passed);
export const waysOf = (units: readonly Of[]): Ways => {
  const all = units.flatMap((unit) => unit.criteria.filter((one) => isMet(unit, one)));
  const by = all.flatMap(({ proof }) => (proof?.by === "person" ? proof.name : []));
  // A picture's meaning is the judge's word; what the run's own checks show is not.
  const judged = all.filter(
    ({ check, proof }) => proof?.by === "judge" || (proof?.captured === true && check !== null),
  ).length;
  return {
    of: countsOf(units).of,
    checks: all.length - by.length - judged,
    judged,
    by,
    waivers: units.flatMap((unit) =>
      unit.status === "skipped"
        ? []
        : unit.criteria.flatMap((one) => (unit.waived ?? one.waived)?.by ?? []),
    ),
  };
};
/** Words for how they are met only where more than checks shows it. */
export const evidenceIn = (units: readonly Of[]): View["evidence"] => {
  const { of, proved: have } = countsOf(units);
  const others = countWhere(units, (one, unit) => isMet(unit, one) && one.proof?.by !== "engine");
  return others === 0 ? { have, of } : { have, of, met: metWords(waysOf(units)) };
};
