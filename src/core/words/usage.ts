// Usage reported by agent programs, in words for people.
import type { Usage } from "../agents/usage.ts";
import { grouped } from "./how-many.ts";

type Told = { readonly [K in "input" | "output" | "cost"]: Usage[K] } & {
  readonly cached?: number | undefined;
};

export const moneyText = (usd: number): string =>
  usd > 0 && usd < 0.01 ? "under $0.01" : `$${usd.toFixed(2)}`;

/** `12,300 tokens in, 8,000 of them cached, 410 out, $0.02`; empty if nothing is reported. */
export const usageText = ({ input, output, cost, cached = 0 }: Told): string => {
  const number = (amount: number): string => grouped(Math.round(amount));
  const tokens = [
    ...(input === null ? [] : [`${number(input)} tokens in`]),
    ...(cached === 0 ? [] : [`${number(cached)} of them cached`]),
    ...(output === null ? [] : [`${number(output)}${input === null ? " tokens" : ""} out`]),
  ];
  return [...tokens, ...(cost === null || cost === 0 ? [] : [moneyText(cost)])].join(", ");
};
