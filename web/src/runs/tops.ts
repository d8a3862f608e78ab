// Runs by themselves, without those that another run started: what every count of runs counts.
import type { RunState } from "../../../src/core/words/states.ts";
import type { RunLine } from "../../../src/http/answers.ts";

/** The parent run: a child's origin begins with its parent's id. */
export const parentOf = ({ origin }: Pick<RunLine, "origin">): string | null =>
  origin?.split("/", 1)[0] ?? null;

/** Those whose parent isn't listed; a child's questions are its parent's, too. */
export const topsOf = <Line extends Pick<RunLine, "run" | "origin">>(
  lines: readonly Line[],
): readonly Line[] => {
  const ids = new Set(lines.map(({ run }) => run));
  return lines.filter((line) => !ids.has(parentOf(line) ?? ""));
};

/** The number per state: on chips, on the page of all agents and in the tab's title. */
export const counted = (
  lines: readonly Pick<RunLine, "run" | "origin" | "state">[],
): ReadonlyMap<RunState, number> =>
  new Map(
    [...Map.groupBy(topsOf(lines), ({ state }) => state)].map(([state, { length }]) => [
      state,
      length,
    ]),
  );
