// Limits of a budget, as people write them: `5usd 2Mtok 3h 40jobs`.

export type Unit = "usd" | "tokens" | "ms" | "jobs";
export const units: readonly Unit[] = ["usd", "tokens", "ms", "jobs"];
/** Limits by unit; an absent unit has none. `ms`: working time of agents, summed over jobs. */
export type Limits = Readonly<Partial<Record<Unit, number | undefined>>>;
/** Amounts used, by the same units. */
export type Spent = Readonly<Record<Unit, number>>;

export const fitting =
  'an amount for each limit, such as "5usd", "2Mtok", "3h" or "40jobs", or several: "5usd 3h"';

const words: Readonly<Record<string, readonly [unit: Unit, factor: number]>> = {
  usd: ["usd", 1],
  tok: ["tokens", 1],
  ktok: ["tokens", 1_000],
  mtok: ["tokens", 1_000_000],
  h: ["ms", 3_600_000],
  min: ["ms", 60_000],
  job: ["jobs", 1],
  jobs: ["jobs", 1],
};

/** Parses limits; `none`: no limit. If the text is invalid, returns the reason as a phrase. */
export const limitsOf = (text: string): Limits | string => {
  const found: Partial<Record<Unit, number>> = {};
  const given = text.split(/[\s,]+/u).filter((word) => word !== "");
  if (given.join() === "none") return found;
  for (const word of given) {
    const [, amount = "", name = ""] = /^(\d{1,12}(?:\.\d{1,6})?)([a-z]+)$/iu.exec(word) ?? [];
    const [unit, factor] = words[name.toLowerCase()] ?? [];
    if (unit === undefined || factor === undefined) return `${word.slice(0, 40)} is no amount`;
    const value = Number(amount) * factor;
    if (value <= 0) return `${word} is nothing`;
    if ((unit === "jobs" || unit === "tokens") && !Number.isInteger(value))
      return `${word} is no whole number of ${unit}`;
    if (found[unit] !== undefined) return `${word} is the second limit of its kind`;
    found[unit] = value;
  }
  return given.length === 0 ? "it says no amount" : found;
};
