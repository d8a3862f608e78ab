// Sums over all runs of a protocol, from the list of runs and their attempts.
import type { RunLine } from "../../../src/http/answers.ts";
import { spentOn } from "../../../src/core/time-left.ts";
import { type Attempt, courseOf } from "../attempts.ts";
import { costOf, isWasted } from "./endings.ts";
import { sumOf } from "../words.ts";
import { isOver } from "../over.ts";
import { type Rework, rework, tries } from "./sums.ts";

export type RunSummary = Pick<
  RunLine,
  "run" | "protocol" | "life" | "good" | "evidence" | "at" | "usage"
>;
/** `read`: number of runs with known attempts. */
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
  /** In US dollars, as reported by agents' programs, for the runs read; `lost`: for attempts that were returned, failed or lost. */
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

/** The end of the attempts' time: the run's end if it is over, else now. */
const endOf = (line: RunSummary, now: number): number => (isOver(line) ? Date.parse(line.at) : now);

/** By protocol, ordered by name. `attempts`: by run, as far as read. */
export const sumsOf = (
  lines: readonly RunSummary[],
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
      return {
        protocol,
        runs: all.length,
        good: all.filter((line) => isOver(line) && line.good === true).length,
        bad: all.filter((line) => isOver(line) && line.good !== true).length,
        read: known.length,
        evidence: {
          have: sumOf(all, ({ evidence }) => evidence.have),
          of: sumOf(all, ({ evidence }) => evidence.of),
        },
        ms: sumOf(known, ({ found, end }) => spentOn(found, end)),
        attempts: sumOf(known, ({ found }) => found.length),
        again: known.reduce((sum, { found, end }) => plus(sum, rework(tries(found, end))), none),
        cost: sumOf(known, ({ found }) => costOf(found)),
        lost: sumOf(known, ({ found }) =>
          costOf(found.filter((one) => isWasted(one, courseOf(one, null)))),
        ),
      };
    });
