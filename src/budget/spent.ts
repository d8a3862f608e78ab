// A run's budget as it stands: its limits, what was used of them, and what a person answered.
import { isRecord } from "../core/record.ts";
import { usedText } from "./amounts.ts";
import { type Limits, type Spent, type Unit, units } from "./limits.ts";

/** US dollars for a million tokens. `cached`: of the input, what came from the program's cache; as `in` if not said. */
export type Price = {
  readonly in: number;
  readonly out: number;
  readonly cached?: number | undefined;
};
/** As in core/usage.ts, without what it is of. */
export type Amounts = {
  readonly input: number | null;
  readonly output: number | null;
  readonly cost: number | null;
  readonly cached?: number | undefined;
};

/** What all runs of the project used on one day, at the limit of that day. */
export type DayStop = { readonly day: string; readonly used: Spent; readonly limits: Limits };

export type Budget = {
  readonly limits: Limits;
  /** As they were set: by so much they are raised. */
  readonly first: Limits;
  readonly spent: Spent;
  /** Of that, what was used on the newest day on which anything was. */
  readonly day: { readonly day: string; readonly spent: Spent } | null;
  /** When jobs began that are counted and haven't ended, by their keys. */
  readonly open: Readonly<Record<string, string>>;
  /** What conversations told last that tell of themselves as a whole. */
  readonly told: Readonly<Record<string, Amounts>>;
  /** Agents whose programs told nothing by which a limit of that unit could bind. */
  readonly untold: Readonly<Record<"usd" | "tokens", readonly string[]>>;
  /** null: today's limit of the project isn't reached, as far as is known. */
  readonly stop: DayStop | null;
  /** The day of the project whose 80 % were told. */
  readonly warned: string | null;
  /** A person let this run go on to these limits of the project's day. */
  readonly allowed: { readonly day: string; readonly limits: Limits } | null;
  /** How often a person answered. */
  readonly answers: number;
  /** Who wants what is under way finished, and the run ended then. */
  readonly finish: { readonly by: string; readonly reason: string } | null;
};

/** The key of a state under which its budget stands; no protocol has one of that name. */
const key = "budget";
const isBudget = (value: unknown): value is Budget =>
  isRecord(value) && isRecord(value["spent"]) && isRecord(value["limits"]);

/** null: nothing of it is counted. */
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

/** The limits of which at least this share was used. */
export const reached = (limits: Limits, spent: Spent, percent: number): readonly Unit[] =>
  units.filter((unit) => limits[unit] !== undefined && spent[unit] * 100 >= limits[unit] * percent);

/** What is spent of the run's own budget. */
export const spentUnits = ({ limits, spent }: Budget): readonly Unit[] =>
  reached(limits, spent, 100);

/** Nothing new begins. */
export const isHeld = (budget: Budget): boolean =>
  budget.finish !== null || budget.stop !== null || spentUnits(budget).length > 0;

/** Why nothing begins. */
export const heldWords = (budget: Budget): string => {
  if (budget.finish !== null)
    return "the budget is spent: what is under way is finished, and then the run ends";
  const own = spentUnits(budget);
  if (own.length === 0 && budget.stop !== null)
    return `the project's budget for ${budget.stop.day} is spent`;
  return `the run's budget is spent: ${usedText(Object.fromEntries(own.map((unit) => [unit, budget.limits[unit]])), budget.spent)}`;
};
