// Sums over attempts: time by role, repeated work, and attempts per unit.
import type { Attempt } from "../attempts.ts";

/** `ms`: spent. `running`: attempts that aren't over. */
export type Share = {
  readonly name: string;
  readonly ms: number;
  readonly attempts: number;
  readonly running: number;
};

/** Of an attempt: from its first event to its last one; of one under way, to the moment that is looked at. */
export const spent = ({ from, to, over }: Attempt, now: number): number =>
  Math.max(0, (over ? Date.parse(to) : Math.max(now, Date.parse(from))) - Date.parse(from));

const most = (one: Share, other: Share): number =>
  other.ms - one.ms || one.name.localeCompare(other.name, "en");

/** Attempts of which the ledger holds no more than one moment: how long they took isn't known. */
export const untimed = (attempts: readonly Attempt[]): number =>
  attempts.filter(({ over, from, to }) => over && from === to).length;

/** The longest first. */
export const shares = (
  attempts: readonly Attempt[],
  now: number,
  by: (attempt: Attempt) => string,
): readonly Share[] =>
  [...Map.groupBy(attempts, by)]
    .map(([name, all]) => ({
      name,
      ms: all.reduce((sum, one) => sum + spent(one, now), 0),
      attempts: all.length,
      running: all.filter(({ over }) => !over).length,
    }))
    .toSorted(most);

/** Of a protocol's own check its role; of the engine's, that it is a check. */
export const roleOf = ({ kind, role }: Attempt): string =>
  kind === "check" && role === "engine" ? "check" : (role ?? kind ?? "unknown");

/** Work by agents: a check that the engine runs again is no repeated work. */
const isWork = ({ kind }: Attempt): boolean => kind !== "check" && kind !== "decision";

/** What one role did about one unit. `beyond`: attempts after the first, and the time that they took. */
export type Tries = {
  readonly unit: string;
  readonly role: string;
  readonly attempts: number;
  readonly ms: number;
  readonly beyond: number;
  readonly beyondMs: number;
};

/** Those with the most attempts first. */
export const tries = (attempts: readonly Attempt[], now: number): readonly Tries[] => {
  const about = Map.groupBy(attempts.filter(isWork), (one) =>
    JSON.stringify([one.subject ?? one.job, roleOf(one)]),
  );
  return [...about.values()]
    .flatMap((all): readonly Tries[] => {
      const [first, ...more] = all;
      if (first === undefined) return [];
      const beyondMs = more.reduce((sum, one) => sum + spent(one, now), 0);
      return [
        {
          unit: first.subject ?? first.job,
          role: roleOf(first),
          attempts: all.length,
          ms: spent(first, now) + beyondMs,
          beyond: more.length,
          beyondMs,
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

/** How many units took so many attempts: the fewest first. */
export const spread = (
  all: readonly Tries[],
): readonly { readonly attempts: number; readonly units: number }[] =>
  [...Map.groupBy(all, ({ attempts }) => attempts)]
    .map(([attempts, units]) => ({ attempts, units: units.length }))
    .toSorted((one, other) => one.attempts - other.attempts);

/** `37 %`, never parted; nothing of nothing is 0. */
export const percent = (part: number, of: number): string =>
  `${of <= 0 ? 0 : Math.round((100 * part) / of)}\u00a0%`;

/** Versions at which a run is looked at to draw how it grew: on a grid that only grows coarser, so that what was read before is used again. The newest isn't among them. */
export const samples = (newest: number, most = 24): readonly number[] => {
  let step = 1;
  while (newest / step > most) step *= 2;
  const found: number[] = [];
  for (let version = step; version < newest; version += step) found.push(version);
  return found[0] === 1 || newest <= 1 ? found : [1, ...found];
};
