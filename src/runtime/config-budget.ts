// Configuration part with budgets, and token prices for programs that report no cost.
import { isRecord } from "../core/record.ts";
import { fitting, type Limits, limitsOf } from "../budget/limits.ts";
import type { Price } from "../budget/spent.ts";
import { type Fields, isText, onlyKeys, section, type Wrong } from "./config-fields.ts";

/** `run`: for each new run, as written; `day`: for all runs of the project together. null: no limit. */
export type Budgets = { readonly run: string | null; readonly day: Limits | null };
/** By name of a model or agent. */
export type Prices = Readonly<Record<string, Price>>;

const isPrice = (value: unknown): value is Price =>
  isRecord(value) &&
  ["in", "out"].every((key) => Object.hasOwn(value, key)) &&
  Object.entries(value).every(
    ([key, amount]) =>
      ["in", "out", "cached"].includes(key) &&
      typeof amount === "number" &&
      Number.isFinite(amount) &&
      amount >= 0,
  );

export const readBudgets = (
  top: Fields,
  wrong: Wrong,
): { readonly budget: Budgets; readonly prices: Prices } => {
  const given = section(top["budget"], "/budget", wrong, '{"run": "5usd 3h", "day": "20usd"}');
  onlyKeys(given, ["run", "day"], "/budget", "budget", wrong);
  const limits = (key: "run" | "day"): Limits | null => {
    const value = given[key] ?? null;
    if (value === null) return null;
    const read = isText(value) ? limitsOf(value) : "it is no text";
    if (typeof read !== "string") return read;
    wrong(`/budget/${key}`, `must be ${fitting}: ${read}`);
    return null;
  };
  const [run, day] = [limits("run"), limits("day")];
  const prices = Object.entries(section(top["prices"], "/prices", wrong)).flatMap(
    ([name, price]) => {
      if (isPrice(price)) return [[name, price] as const];
      wrong(
        `/prices/${name}`,
        'must be US dollars for a million tokens: {"in": 3, "out": 15, "cached": 0.3}',
      );
      return [];
    },
  );
  return {
    budget: { run: run === null ? null : String(given["run"]), day },
    prices: Object.fromEntries(prices),
  };
};
