// Sums of tokens and costs per job and conversation, without counting cumulative figures twice.
import { isRecord } from "../json/record.ts";

/** Usage reported by a program: tokens, and US dollars; null if not reported. `cached`: the part of the input from its cache, if reported. `whole`: of the conversation since it began, including earlier jobs. */
export type Usage = {
  readonly input: number | null;
  readonly output: number | null;
  readonly cost: number | null;
  readonly cached?: number;
  readonly whole?: true;
};

/** Usage of one hosted job, identified by its fence. */
export type Used = {
  readonly fence: number;
  readonly job: string;
  readonly subject: string;
  readonly agent: string;
  readonly conversation: string | null;
  readonly usage: Usage;
};

/** `jobs`: number of jobs in the sum. */
export type Sum = Omit<Usage, "whole"> & { readonly jobs: number };

const isAmount = (value: unknown): value is number | null =>
  value === null || (typeof value === "number" && Number.isFinite(value) && value >= 0);

/** Validates a line of a cache that may have been edited. */
export const isUsed = (value: unknown): value is Used =>
  isRecord(value) &&
  typeof value["fence"] === "number" &&
  [value["job"], value["subject"], value["agent"]].every((text) => typeof text === "string") &&
  (value["conversation"] === null || typeof value["conversation"] === "string") &&
  isRecord(value["usage"]) &&
  [
    value["usage"]["input"],
    value["usage"]["output"],
    value["usage"]["cost"],
    value["usage"]["cached"] ?? null,
  ].every(isAmount) &&
  (value["usage"]["whole"] === undefined || value["usage"]["whole"] === true);

const told = (amount: number | null): number | null =>
  amount === null || amount < 0 ? null : amount;
/** Usage as a program told it, without amounts below zero: those would be nothing that a budget counts. */
export const believed = ({ input, output, cost, cached, ...rest }: Usage): Usage => ({
  ...rest,
  input: told(input),
  output: told(output),
  cost: told(cost),
  ...cachedOf(told(cached ?? null)),
});

const add = (one: number | null, other: number | null): number | null =>
  one === null ? other : other === null ? one : one + other;
const cachedOf = (amount: number | null): { readonly cached?: number } =>
  amount === null ? {} : { cached: amount };
const minus = (one: number | null, other: number | null): number | null =>
  one === null ? null : Math.max(0, one - (other ?? 0));

/** The usage of each job alone, ordered by fence: subtracts earlier reports of the same conversation if it is reported as a whole. */
export const alone = (used: readonly Used[]): readonly Used[] => {
  const before = new Map<string, Usage>();
  return used
    .toSorted((a, b) => a.fence - b.fence)
    .map((one) => {
      if (one.usage.whole === undefined || one.conversation === null) return one;
      const key = `${one.agent}\n${one.conversation}`;
      const { input = null, output = null, cost = null, cached = null } = before.get(key) ?? {};
      before.set(key, one.usage);
      const { usage } = one;
      const own = {
        input: minus(usage.input, input),
        output: minus(usage.output, output),
        cost: minus(usage.cost, cost),
      };
      return { ...one, usage: { ...own, ...cachedOf(minus(usage.cached ?? null, cached)) } };
    });
};

/** Sum of the parts of one job. */
export const sumOf = (parts: readonly Usage[]): Usage =>
  parts.reduce((sum, one) => ({
    input: add(sum.input, one.input),
    output: add(sum.output, one.output),
    cost: add(sum.cost, one.cost),
    ...cachedOf(add(sum.cached ?? null, one.cached ?? null)),
  }));

const none: Sum = { jobs: 0, input: null, output: null, cost: null };
/** Sums by key, of values that `alone` returned. */
export const sums = (
  used: readonly Used[],
  by: (one: Used) => string,
): Readonly<Record<string, Sum>> => {
  const all = new Map<string, Sum>();
  for (const one of used) {
    const { jobs, ...before } = all.get(by(one)) ?? none;
    all.set(by(one), { jobs: jobs + 1, ...sumOf([before, one.usage]) });
  }
  return Object.fromEntries(all);
};
