// Sums over attempts: time by role, and repeated work.
import { spentOn } from "../../../src/core/time-left.ts";
import type { Attempt } from "../attempts.ts";

type Share = {
  readonly name: string;
  readonly ms: number;
  readonly attempts: number;
};

const most = (one: Share, other: Share): number =>
  other.ms - one.ms || one.name.localeCompare(other.name, "en");

/** Attempts with only one time in the ledger, so that their duration is unknown. */
export const untimed = (attempts: readonly Attempt[]): number =>
  attempts.filter(({ over, from, to }) => over && from === to).length;

/** Longest first. */
export const shares = (
  attempts: readonly Attempt[],
  now: number,
  by: (attempt: Attempt) => string,
): readonly Share[] =>
  [...Map.groupBy(attempts, by)]
    .map(([name, all]) => ({ name, ms: spentOn(all, now), attempts: all.length }))
    .toSorted(most);

/** The role of a protocol's own check; for the engine's just that it is a check. */
export const roleOf = ({ kind, role }: Attempt): string =>
  kind === "check" && role === "engine" ? "check" : (role ?? kind ?? "unknown");

/** Work by agents: a repeated check of the engine is no rework. */
const isWork = ({ kind }: Attempt): boolean => kind !== "check" && kind !== "decision";

/** A role's attempts at a unit. `beyond`: those after the first, and their time. */
export type Tries = {
  readonly unit: string;
  readonly role: string;
  readonly attempts: number;
  readonly ms: number;
  readonly beyond: number;
  readonly beyondMs: number;
};

/** Most attempts first. */
export const tries = (attempts: readonly Attempt[], now: number): readonly Tries[] => {
  const about = Map.groupBy(attempts.filter(isWork), (one) =>
    JSON.stringify([one.subject ?? one.job, roleOf(one)]),
  );
  return [...about.values()]
    .flatMap((all): readonly Tries[] => {
      const [first, ...more] = all;
      if (first === undefined) return [];
      return [
        {
          unit: first.subject ?? first.job,
          role: roleOf(first),
          attempts: all.length,
          ms: spentOn(all, now),
          beyond: more.length,
          beyondMs: spentOn(more, now),
        },
      ];
    })
    .toSorted((one, other) => other.attempts - one.attempts || other.ms - one.ms);
};

export type Rework = {
  readonly attempts: number;
  readonly beyond: number;
  readonly ms: number;
  readonly beyondMs: number;
};
export const rework = (all: readonly Tries[]): Rework => ({
  attempts: all.reduce((sum, one) => sum + one.attempts, 0),
  beyond: all.reduce((sum, one) => sum + one.beyond, 0),
  ms: all.reduce((sum, one) => sum + one.ms, 0),
  beyondMs: all.reduce((sum, one) => sum + one.beyondMs, 0),
});

/** `37 %`, with a non-breaking space; 0 of 0 is 0. */
export const percent = (part: number, of: number): string =>
  `${of <= 0 ? 0 : Math.round((100 * part) / of)}\u00a0%`;
