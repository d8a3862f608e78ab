// Why: how far a run is, is said in words that need no manual, from what every protocol's view tells alike.
import type { RunLine } from "../../../src/http/answers.ts";
import { runMark, type Mark } from "../style/mark.ts";

export const markOf = ({ state, life }: RunLine): Mark => runMark(state, life === "archived");

/** `5 of 12 done`. */
export const progressWords = ({ nodes: { done, of } }: RunLine): string => (of === 0 ? "nothing planned yet" : `${done} of ${of} done`);

/** `7 of 10 proved`; null where nothing is to be proved. */
export const evidenceWords = ({ evidence: { have, of } }: RunLine): string | null => (of === 0 ? null : `${have} of ${of} proved`);

/** `12,400 tokens` and `$0.42`; empty where agents told nothing. */
export const usageParts = ({ usage }: Pick<RunLine, "usage">): readonly string[] => {
  if (usage === undefined) return [];
  const tokens = (usage.input ?? 0) + (usage.output ?? 0);
  const cost = usage.cost ?? 0;
  return [...(tokens === 0 ? [] : [`${shortly(tokens)} tokens`]), ...(cost === 0 ? [] : [cost < 0.01 ? "< $0.01" : `$${cost.toFixed(2)}`])];
};

/** `950`, `12k`, `3.4M`. */
const shortly = (n: number): string =>
  n < 1_000 ? String(n) : n < 1_000_000 ? `${Math.round(n / 1_000)}k` : `${(n / 1_000_000).toFixed(1)}M`;
