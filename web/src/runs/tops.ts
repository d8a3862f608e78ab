// Runs by themselves, without those that another run started: what every list shows and every count counts.
import type { RunState } from "../../../src/core/words/states.ts";
import type { RunLine } from "../../../src/http/answers.ts";
import { isOver } from "../over.ts";

type Child = Pick<RunLine, "run" | "origin" | "life">;

/** The parent run: a child's origin begins with its parent's id. */
const parentOf = ({ origin }: Pick<RunLine, "origin">): string | null =>
  origin?.split("/", 1)[0] ?? null;

/** Those without a parent in the list; a child's questions are its parent's, too. A child that outlives its parent stands alone. */
export const topsOf = <Line extends Child>(lines: readonly Line[]): readonly Line[] => {
  const byId = new Map(lines.map((line) => [line.run, line]));
  return lines.filter((line) => {
    const parent = byId.get(parentOf(line) ?? "");
    return parent === undefined || (isOver(parent) && !isOver(line));
  });
};

/** The number per state: on chips, on the page of all agents and in the tab's title. */
export const counted = (
  lines: readonly (Child & Pick<RunLine, "state">)[],
): ReadonlyMap<RunState, number> =>
  new Map(
    [...Map.groupBy(topsOf(lines), ({ state }) => state)].map(([state, { length }]) => [
      state,
      length,
    ]),
  );
