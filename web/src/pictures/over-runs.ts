// Why: runs of one protocol are told of together, from what the list of runs and their attempts say.
import type { RunLine } from "../../../src/http/answers.ts";
import { type Attempt, courseOf } from "../attempts.ts";
import { costOf, isWasted } from "./endings.ts";
import { isOver } from "../over.ts";
import { type Rework, rework, roleOf, type Share, shares, spent, tries } from "./sums.ts";

export type Told = Pick<
  RunLine,
  "run" | "protocol" | "life" | "good" | "evidence" | "at" | "usage"
>;
/** `read`: runs whose attempts are known. */
export type Sum = {
  readonly protocol: string;
  readonly runs: number;
  readonly good: number;
  readonly bad: number;
  readonly read: number;
  readonly evidence: { readonly have: number; readonly of: number };
  readonly ms: number;
  readonly attempts: number;
  readonly again: Rework;
  readonly roles: readonly Share[];
  /** In US dollars, as agents' programs told, of the runs read; `lost`: on attempts that were returned, failed or lost. */
  readonly cost: number;
  readonly lost: number;
};

const none: Rework = { attempts: 0, beyond: 0, ms: 0, beyondMs: 0 };
const plus = (one: Rework, other: Rework): Rework => ({
  attempts: one.attempts + other.attempts,
  beyond: one.beyond + other.beyond,
  ms: one.ms + other.ms,
  beyondMs: one.beyondMs + other.beyondMs,
});

/** What a run's attempts come to: of one that is over until its end, of another until now. */
const endOf = (line: Told, now: number): number => (isOver(line) ? Date.parse(line.at) : now);

/** By protocol, in the order of their names. `attempts`: by run, as far as they were read. */
export const sumsOf = (
  lines: readonly Told[],
  attempts: ReadonlyMap<string, readonly Attempt[]>,
  now: number,
): readonly Sum[] =>
  [...Map.groupBy(lines, ({ protocol }) => protocol)]
    .toSorted(([one], [other]) => one.localeCompare(other, "en"))
    .map(([protocol, all]) => {
      const known = all.flatMap((line) => {
        const found = attempts.get(line.run);
        return found === undefined ? [] : [{ found, end: endOf(line, now) }];
      });
      const parts = known.flatMap(({ found, end }) => shares(found, end, roleOf));
      const roles = [...Map.groupBy(parts, ({ name }) => name)].map(([name, same]) => ({
        name,
        ms: same.reduce((sum, { ms }) => sum + ms, 0),
        attempts: same.reduce((sum, one) => sum + one.attempts, 0),
        running: same.reduce((sum, { running }) => sum + running, 0),
      }));
      return {
        protocol,
        runs: all.length,
        good: all.filter((line) => isOver(line) && line.good === true).length,
        bad: all.filter((line) => isOver(line) && line.good !== true).length,
        read: known.length,
        evidence: {
          have: all.reduce((sum, { evidence }) => sum + evidence.have, 0),
          of: all.reduce((sum, { evidence }) => sum + evidence.of, 0),
        },
        ms: known.reduce(
          (sum, { found, end }) => sum + found.reduce((of, one) => of + spent(one, end), 0),
          0,
        ),
        attempts: known.reduce((sum, { found }) => sum + found.length, 0),
        again: known.reduce((sum, { found, end }) => plus(sum, rework(tries(found, end))), none),
        cost: known.reduce((sum, { found }) => sum + costOf(found), 0),
        lost: known.reduce(
          (sum, { found }) =>
            sum + costOf(found.filter((one) => isWasted(one, courseOf(one, null)))),
          0,
        ),
        roles: roles.toSorted(
          (one, other) => other.ms - one.ms || one.name.localeCompare(other.name, "en"),
        ),
      };
    });
