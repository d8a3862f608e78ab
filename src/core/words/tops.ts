// Runs by themselves, with those that they started: one row and one count for all of them, in every list.
import { parentOf } from "../origin.ts";
import { isOver } from "../over.ts";
import type { Card } from "../row.ts";

type Child = Pick<Card, "run" | "origin" | "life">;

/** Each run that stands alone, with itself and all within it. A run within another whose parent isn't listed, or is over before it, stands alone. */
export const byTop = <Line extends Child>(
  lines: readonly Line[],
): ReadonlyMap<Line, readonly Line[]> => {
  const byId = new Map(lines.map((line) => [line.run, line]));
  const topOf = (line: Line): Line => {
    const parent = byId.get(parentOf(line.origin) ?? "");
    return parent === undefined || (isOver(parent.life) && !isOver(line.life))
      ? line
      : topOf(parent);
  };
  return Map.groupBy(lines, topOf);
};
