// Troubles of model servers: they cost no try; each waits longer, then a person decides.
import type { Time } from "../core/row.ts";
import type { Trouble } from "./unit.ts";

const minute = 60_000;
/** Consecutive times before a person decides. */
const mostTimes = 5;
/** The longest wait that a provider may ask for: a person decides about later dates. */
const longestMs = 8 * 24 * 60 * minute;
/** 30 s, 2, 8, 32 min. */
const pauseMs = (times: number): number => 30_000 * 4 ** (times - 1);

/**
 * When the next attempt may start: a refused login needs a person at once.
 * @param retryAt as its provider says
 */
export const troubleNow = (
  before: Trouble | null,
  kind: Trouble["kind"],
  at: Time,
  retryAt: string | undefined,
): Pick<Trouble, "kind" | "notBefore"> => {
  const times = (before?.times ?? 0) + 1;
  if (kind === "auth" || times >= mostTimes) return { kind, notBefore: null };
  const now = Date.parse(at);
  const told = retryAt === undefined ? Number.NaN : Date.parse(retryAt);
  if (told > now + longestMs) return { kind, notBefore: null };
  const until = told > now ? told : now + pauseMs(times);
  return { kind, notBefore: new Date(until).toISOString() };
};
