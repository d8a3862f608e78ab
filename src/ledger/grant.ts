// Lease rules common to all backends: fence, token, and expiry by the ledger's clock.
import { randomBytes } from "node:crypto";
import type { Lease, Time } from "../core/row.ts";
import { type LeaseAsk, mostFence } from "./ledger.ts";

/** Milliseconds since 1970, as returned by Date.now. */
export type Clock = () => number;

export const time = (ms: number): Time => new Date(ms).toISOString();

const unguessable = (): string => randomBytes(16).toString("hex");

/** The lease for `ask`; `fence` is above all earlier ones of the run. */
export const grant = (
  ask: LeaseAsk & { readonly do: "take" },
  fence: number,
  now: number,
  secret = unguessable,
): Lease => ({
  run: ask.run,
  job: ask.job,
  holder: { name: ask.holder.name, agent: ask.holder.agent, conversation: ask.holder.conversation },
  fence,
  token: `${fence}.${secret()}`,
  until: time(now + ask.ms),
  host: ask.host,
});

/** A lease lapses at `until` itself, so one of 0 ms never holds. Times are ISO texts of one form and compare as texts. */
export const lapsed = (lease: Lease, now: number): boolean => lease.until <= time(now);

/** The number before the dot; null: invalid token. */
export const fenceOf = (token: string): number | null => {
  const match = /^([1-9][0-9]{0,14})\./.exec(token);
  return match?.[1] === undefined ? null : Number(match[1]);
};

/** The next grant in a run whose highest fence is `last`. */
export const nextFence = (
  { least = 1 }: LeaseAsk & { readonly do: "take" },
  last: number,
): number => Math.max(last + 1, least);

/** Throws TypeError for an invalid duration or fence. */
export const checkAsk = (ask: LeaseAsk): void => {
  if (ask.do !== "end" && (!Number.isFinite(ask.ms) || ask.ms < 0 || ask.ms > 31_536_000_000))
    throw new TypeError(`lease: ${ask.ms} is no number of milliseconds up to a year`);
  if (
    ask.do === "take" &&
    ask.least !== undefined &&
    (!Number.isInteger(ask.least) || ask.least < 1 || ask.least > mostFence)
  )
    throw new TypeError(`lease: ${ask.least} is no fence`);
};
