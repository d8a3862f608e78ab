// Amounts of a budget in words for people: `$1.20`, `2M tokens`, `1h 30min`, `40 jobs`.
import { howMany } from "../core/words/how-many.ts";
import { moneyText } from "../core/words/usage.ts";
import { type Limits, type Spent, type Unit, units } from "./limits.ts";

const tokens = (amount: number): string => {
  if (amount >= 1_000_000) return `${Number((amount / 1_000_000).toFixed(2))}M tokens`;
  return amount >= 10_000 ? `${Math.round(amount / 1_000)}k tokens` : howMany(amount, "token");
};
const time = (ms: number): string => {
  const minutes = Math.floor(ms / 60_000);
  if (minutes === 0) return ms === 0 ? "0min" : `${Math.ceil(ms / 1_000)}s`;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [...(hours === 0 ? [] : [`${hours}h`]), ...(rest === 0 ? [] : [`${rest}min`])].join(" ");
};
const table: Readonly<Record<Unit, (amount: number) => string>> = {
  usd: moneyText,
  tokens,
  ms: time,
  jobs: (amount) => howMany(amount, "job"),
};

export const amountText = (unit: Unit, amount: number): string => table[unit](amount);

export const limitsText = (limits: Limits): string =>
  units
    .flatMap((unit) => (limits[unit] === undefined ? [] : [amountText(unit, limits[unit])]))
    .join(", ");

/** The amount used of each limit, like `$1.20 of $5.00, 3 of 40 jobs`. */
export const usedText = (limits: Limits, spent: Spent): string =>
  units
    .flatMap((unit) => {
      const limit = limits[unit];
      if (limit === undefined) return [];
      return [
        unit === "jobs"
          ? `${spent.jobs} of ${howMany(limit, "job")}`
          : `${amountText(unit, spent[unit])} of ${amountText(unit, limit)}`,
      ];
    })
    .join(", ");
