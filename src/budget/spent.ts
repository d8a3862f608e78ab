// State of a run's budget: limits, usage and a person's answers.
import { isRecord } from "../core/json/record.ts";
import { usedText } from "./amounts.ts";
import { type Limits, type Spent, type Unit, units } from "./limits.ts";

/** US dollars per million tokens. `cached`: input read from the program's cache; defaults to `in`. */
export type Price = {
  readonly in: number;
  readonly out: number;
  readonly cached?: number | undefined;
};
/** The amounts of core/agents/usage.ts, without their source. */
export type Amounts = {
  readonly input: number | null;
  readonly output: number | null;
  readonly cost: number | null;
  readonly cached?: number | undefined;
};

/** Usage of all runs of the project on one day that reached that day's limit. */
export type DayStop = { readonly day: string; readonly used: Spent; readonly limits: Limits };

export type Budget = {
  readonly limits: Limits;
  /** Limits as first set; each raise adds these amounts. */
  readonly first: Limits;
  readonly spent: Spent;
  /** The part of `spent` that falls on the newest day with usage. */
  readonly day: { readonly day: string; readonly spent: Spent } | null;
  /** Start times of counted jobs that haven't ended, by job key. */
  readonly open: Readonly<Record<string, string>>;
  /** Last reported totals of conversations that report running totals. */
  readonly told: Readonly<Record<string, Amounts>>;
  /** Agents whose programs don't report the unit, so that its limit can't bind. */
  readonly untold: Readonly<Record<"usd" | "tokens", readonly string[]>>;
  /** null: today's limit of the project isn't known to be reached. */
  readonly stop: DayStop | null;
  /** The project day for which the 80 % warning was recorded. */
  readonly warned: string | null;
  /** Limits of the project's day up to which a person allowed this run to continue. */
  readonly allowed: { readonly day: string; readonly limits: Limits } | null;
  /** Number of answers by persons. */
  readonly answers: number;
  /** The request to finish running jobs and then end the run. */
  readonly finish: { readonly by: string; readonly reason: string } | null;
};

/** The state key that holds the budget; no protocol uses this name. */
const key = "budget";
const isBudget = (value: unknown): value is Budget =>
  isRecord(value) && isRecord(value["spent"]) && isRecord(value["limits"]);

/** null: nothing is counted. */
export const budgetOf = (state: unknown): Budget | null => {
  const budget = isRecord(state) ? state[key] : undefined;
  return isBudget(budget) ? budget : null;
};
export const withSpent = <S>(state: S, budget: Budget | null): S =>
  budget === null ? state : { ...state, [key]: budget };

export const nothing: Spent = { usd: 0, tokens: 0, ms: 0, jobs: 0 };
export const plus = (one: Spent, other: Spent): Spent => ({
  usd: one.usd + other.usd,
  tokens: one.tokens + other.tokens,
  ms: one.ms + other.ms,
  jobs: one.jobs + other.jobs,
});

/** Units of which at least `percent` of the limit is used. */
export const reached = (limits: Limits, spent: Spent, percent: number): readonly Unit[] =>
  units.filter((unit) => limits[unit] !== undefined && spent[unit] * 100 >= limits[unit] * percent);

/** Spent units of the run's own budget. */
export const spentUnits = ({ limits, spent }: Budget): readonly Unit[] =>
  reached(limits, spent, 100);

/** Whether new jobs are blocked. */
export const isHeld = (budget: Budget): boolean =>
  budget.finish !== null || budget.stop !== null || spentUnits(budget).length > 0;

/** The reason why new jobs are blocked. */
export const heldWords = (budget: Budget): string => {
  if (budget.finish !== null)
    return "the budget is used up: what is under way is finished, and then the run ends";
  const own = spentUnits(budget);
  if (own.length === 0 && budget.stop !== null)
    return `the project's budget for ${budget.stop.day} is used up`;
  return `the run's budget is used up: ${usedText(Object.fromEntries(own.map((unit) => [unit, budget.limits[unit]])), budget.spent)}`;
};
