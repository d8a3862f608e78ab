// Schemas that commands and events of a run's budget share.
import * as t from "../kit/schema.ts";

export const budget = t.most(200, t.text);
export const reason = t.optional(t.text);
export const amount = t.numberFrom(0);
export const day = t.matching(/^\d{4}-\d\d-\d\d$/u, "must be a day: 2026-11-22");
export const limits = t.record({
  usd: t.optional(amount),
  tokens: t.optional(amount),
  ms: t.optional(amount),
  jobs: t.optional(amount),
});
const spent = t.record({ usd: amount, tokens: amount, ms: amount, jobs: amount });
export const unit = t.oneOf(["usd", "tokens", "ms", "jobs"]);
export const percent = t.either(t.exactly(80), t.exactly(100));
const price = t.record({ in: amount, out: amount, cached: t.optional(amount) });
const usage = t.record({
  input: t.maybe(amount),
  output: t.maybe(amount),
  cost: t.maybe(amount),
  cached: t.optional(amount),
  whole: t.optional(t.exactly(true)),
});
/** `job`: its key, prefixed with the id of its run if the budget belongs to another run. */
export const job = { job: t.text, day };
export const use = {
  ...job,
  subject: t.text,
  agent: t.text,
  conversation: t.maybe(t.text),
  /** Usage as reported by the program; absent: none reported. */
  usage: t.optional(usage),
  /** The price configured at that time. */
  price: t.optional(price),
  /** The job was handed back without starting and doesn't count. */
  unstarted: t.optional(t.exactly(true)),
};
export const dayStop = { day, used: spent, limits };
export const answer = { answer: t.oneOf(["finish", "stop"]), reason };
/** `ms`: duration of the job. */
export const counted = { ...use, ms: amount };
