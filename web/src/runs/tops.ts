// Runs by themselves, without those that another run started: what every list shows and every count counts.
import type { RunState } from "../../../src/core/words/states.ts";
import { byTop } from "../../../src/core/words/tops.ts";
import type { RunLine } from "../../../src/http/answers.ts";

type Child = Pick<RunLine, "run" | "origin" | "life">;

/** A child's questions are its parent's, too. */
export const topsOf = <Line extends Child>(lines: readonly Line[]): readonly Line[] => {
  const tops = byTop(lines);
  return lines.filter((line) => tops.has(line));
};

/** The number per state: on the page of all agents and in the tab's title. */
export const counted = (
  lines: readonly (Child & Pick<RunLine, "state">)[],
): ReadonlyMap<RunState, number> =>
  new Map(
    [...Map.groupBy(topsOf(lines), ({ state }) => state)].map(([state, { length }]) => [
      state,
      length,
    ]),
  );
