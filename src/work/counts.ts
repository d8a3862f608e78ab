// How criteria stand: status words, counts, and the phrase that sums them up.
import { oneLine } from "../core/quote.ts";
import type { Criterion as Shown } from "../core/view.ts";
import { type Criterion, isSettled, type Unit } from "./unit.ts";

type Of = Pick<Unit, "status" | "waived" | "checked" | "criteria">;

/** It is part of what has to be shown: nobody waived it or its unit. */
export const isCounted = (unit: Pick<Unit, "status" | "waived">, { waived }: Criterion): boolean =>
  waived === null && unit.waived === null && unit.status !== "skipped";

/** Its checks are due again: what they said holds for older work. */
const isStale = (unit: Omit<Of, "criteria">, { proof }: Criterion): boolean =>
  proof?.by === "engine" &&
  (proof.passed || proof.captured) &&
  unit.checked === null &&
  !isSettled(unit);

/** What only an agent judged is never proved; a picture is the engine's, its meaning the judge's. */
export const statusOf = (unit: Omit<Of, "criteria">, one: Criterion): Shown["status"] => {
  const { proof, check } = one;
  if (!isCounted(unit, one)) return "waived";
  if (proof === null) return check === null ? "bare" : "unproved";
  if (isStale(unit, one)) return "stale";
  if (proof.captured && !proof.judged) return "captured";
  if (proof.passed || proof.captured)
    return proof.by === "judge" ? (check === null ? "bare" : "unproved") : "proved";
  return proof.hollow ? "unproved" : "failed";
};

/** Who says that it is met: the engine's check, a judge, or a person by name; null if it isn't. */
const metBy = (
  unit: Omit<Of, "criteria">,
  one: Criterion,
): "checks" | "judged" | { readonly person: string } | null => {
  const { proof } = one;
  if (proof === null || !isCounted(unit, one) || isStale(unit, one)) return null;
  if (proof.by === "person") return proof.passed ? { person: proof.name } : null;
  if (proof.captured) return proof.judged ? "judged" : null;
  if (!proof.passed) return null;
  return proof.by === "judge" ? "judged" : "checks";
};

export const countWhere = <U extends Of>(
  units: readonly U[],
  which: (criterion: Criterion, unit: U) => boolean,
): number =>
  units.reduce((sum, unit) => sum + unit.criteria.filter((one) => which(one, unit)).length, 0);
export const countOf = (units: readonly Of[], status: Shown["status"]): number =>
  countWhere(units, (one, unit) => statusOf(unit, one) === status);

type Named = ReadonlyMap<string, number>;
export type Counts = {
  /** Without what is waived or skipped. */
  readonly of: number;
  /** By checks, people, or pictures that a judge calls met. */
  readonly proved: number;
  readonly checks: number;
  readonly judged: number;
  readonly people: Named;
  readonly waived: Named;
};
const byName = (names: readonly string[]): Named => {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
};
export const countsOf = (units: readonly Of[]): Counts => {
  const met = units.flatMap((unit) => unit.criteria.map((one) => metBy(unit, one)));
  const waivers = units.flatMap((unit) =>
    unit.criteria.flatMap((one) => (unit.waived ?? one.waived)?.by ?? []),
  );
  return {
    of: countWhere(units, (one, unit) => isCounted(unit, one)),
    proved: countOf(units, "proved"),
    checks: met.filter((by) => by === "checks").length,
    judged: met.filter((by) => by === "judged").length,
    people: byName(met.flatMap((by) => (typeof by === "object" && by !== null ? [by.person] : []))),
    waived: byName(waivers),
  };
};

const named = (counts: Named, by: string): readonly string[] =>
  [...counts].map(([name, count]) => `${count} ${by} ${oneLine(name, 40)}`);
/** `9 met: 7 by checks, 1 judged, 1 by ana; 1 waived by ana`. */
export const metWords = (units: readonly Of[]): string => {
  const { of, checks, judged, people, waived } = countsOf(units);
  const parts = [
    ...(checks > 0 ? [`${checks} by ${checks === 1 ? "a check" : "checks"}`] : []),
    ...(judged > 0 ? [`${judged} judged`] : []),
    ...named(people, "by"),
  ];
  const met = checks + judged + [...people.values()].reduce((sum, count) => sum + count, 0);
  const all = `${met === of ? met : `${met} of ${of}`} met`;
  return [
    parts.length === 0 ? all : `${all}: ${parts.join(", ")}`,
    ...named(waived, "waived by"),
  ].join("; ");
};
