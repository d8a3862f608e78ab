// Usage of work in tokens and dollars, in few words.
import type { Sum } from "../../src/core/agents/usage.ts";
import { dollars } from "./words.ts";

/** `12,400 tokens` and `$0.42`; empty if agents reported none. */
export const usageParts = ({
  usage,
}: {
  readonly usage?: Pick<Sum, "input" | "output" | "cost"> | undefined;
}): readonly string[] => {
  if (usage === undefined) return [];
  const tokens = (usage.input ?? 0) + (usage.output ?? 0);
  const cost = usage.cost ?? 0;
  return [...(tokens === 0 ? [] : [tokenWords(tokens)]), ...(cost === 0 ? [] : [dollars(cost)])];
};

/** `12k tokens`. */
export const tokenWords = (tokens: number): string => `${shortly(tokens)} tokens`;

/** `950`, `12k`, `3.4M`. */
const shortly = (n: number): string =>
  n < 1_000
    ? String(n)
    : n < 1_000_000
      ? `${Math.round(n / 1_000)}k`
      : `${(n / 1_000_000).toFixed(1)}M`;
