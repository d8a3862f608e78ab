// Configuration part with budgets, and token prices for programs that report no cost.
import { fitting, limitsOf } from "../../budget/limits.ts";
import * as t from "../../kit/schema.ts";
import type { Budgets } from "../config.ts";
import { object, some } from "./fields.ts";

const wrong = (given: unknown): string =>
  `must be ${fitting}: ${typeof given === "string" ? String(limitsOf(given)) : "it is no text"}`;
const limits = (means: string) =>
  t.unset(
    t.means(
      means,
      t.told(wrong, t.text, (text) => typeof limitsOf(text) !== "string"),
    ),
  );
const budget = some(
  "budget",
  { run: limits("each run that begins"), day: limits("all runs of the project on one day") },
  '{"run": "5usd 3h", "day": "20usd"}',
);
const amount = t.numberFrom(0);
const price = object(
  "a price, in US dollars for a million tokens",
  { in: amount, out: amount, cached: t.optional(amount) },
  '{"in": 3, "out": 15, "cached": 0.3}, in US dollars for a million tokens',
);

export const spending = {
  budget: t.means(
    'what runs may use: several limits in one text, such as "5usd 2Mtok 3h 40jobs"; nothing new starts beyond it',
    budget,
  ),
  prices: t.means(
    "US dollars for a million tokens, by the name of a model or agent, where its program tells tokens and no cost",
    t.byName(price),
  ),
};

export const budgetsOf = ({ run, day }: t.Of<typeof budget> = {}): Budgets => {
  const limit = day === undefined ? null : limitsOf(day);
  return { run: run ?? null, day: typeof limit === "string" ? null : limit };
};
