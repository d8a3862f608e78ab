// How far a run's criteria are met, in words: the same in every list, head and report.
import { howMany } from "./how-many.ts";
import { oneLine } from "./quote.ts";
import type { View } from "../view.ts";

/** `2 of 5 criteria proved`, or `2 met: 1 by a check, 1 judged`; empty if there are none. */
export const evidenceWords = ({ have, of, met }: View["evidence"]): string =>
  met ?? (of === 0 ? "" : `${have} of ${howMany(of, "criterion", "criteria")} proved`);

/** How many criteria are met in which way. `by`, `waivers`: whose word it was, one for each. */
export type Ways = {
  readonly of: number;
  readonly checks?: number;
  readonly judged?: number;
  readonly by?: readonly string[];
  readonly waivers?: readonly string[];
};
const byName = (by: string, names: readonly string[]): readonly string[] =>
  [...Map.groupBy(names, (name) => name)].map(
    ([name, all]) => `${all.length} ${by} ${oneLine(name, 40)}`,
  );
/** `9 met: 7 by checks, 1 judged, 1 by ana; 1 waived by ana`. */
export const metWords = ({ of, checks = 0, judged = 0, by = [], waivers = [] }: Ways): string => {
  const parts = [
    ...(checks === 0 ? [] : [checks === 1 ? "1 by a check" : `${checks} by checks`]),
    ...(judged === 0 ? [] : [`${judged} judged`]),
    ...byName("by", by),
  ].join(", ");
  const sum = checks + judged + by.length;
  const met = `${sum === of ? of : `${sum} of ${of}`} met`;
  return [parts === "" ? met : `${met}: ${parts}`, ...byName("waived by", waivers)].join("; ");
};
/** With words only where more than checks shows it. */
export const evidenceOf = (have: number, ways: Ways): View["evidence"] => {
  const { of, judged = 0, by = [] } = ways;
  return judged + by.length === 0 ? { have, of } : { have, of, met: metWords(ways) };
};
