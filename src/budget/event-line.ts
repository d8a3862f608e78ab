// What an event of a run's budget tells, in one line for people.
import { type NewsWord, newsBy } from "../core/news.ts";
import { usageText } from "../core/usage-text.ts";
import type { Recorded } from "../core/row.ts";
import { amountText, limitsText, usedText } from "./amounts.ts";
import type { BudgetEvent, BudgetEvents } from "./messages.ts";
import { nothing } from "./spent.ts";

const table: { readonly [K in keyof BudgetEvents]: (data: BudgetEvents[K]["data"]) => string } = {
  BudgetSet: ({ limits }) =>
    limitsText(limits) === ""
      ? "what is used is counted, without a limit of its own"
      : limitsText(limits),
  BudgetReached: ({ percent, unit, used, limit }) =>
    `${percent} % of the budget: ${usedText({ [unit]: limit }, { ...nothing, [unit]: used })}${percent === 100 ? ", nothing new starts" : ""}`,
  BudgetRaised: ({ limits, day }) =>
    `the ${day === undefined ? "budget" : `project's budget for ${day}`} is now ${limitsText(limits) === "" ? "without limits" : limitsText(limits)}`,
  BudgetAnswered: ({ answer }) =>
    answer === "stop" ? "the run ends" : "what is under way is finished, then the run ends",
  JobCounted: ({ job }) => job,
  UseCounted: ({ job, ms, usage, unstarted }) => {
    const told = usage === undefined ? "" : usageText(usage);
    return `${job}: ${unstarted === true ? "given back, " : ""}${amountText("ms", ms)}, ${told === "" ? "its program told nothing" : told}`;
  },
  DayReached: ({ percent, day, used, limits }) =>
    `${percent} % of the project's budget for ${day}: ${usedText(limits, used)}${percent === 100 ? ", nothing new starts" : ""}`,
  DayBegun: ({ day }) => day,
};

const lineOf = <K extends keyof BudgetEvents>({
  type,
  data,
}: BudgetEvents[K] & { readonly type: K }): string => table[type](data);

export const eventLine = (event: Recorded<BudgetEvent>): string => lineOf(event);

const words: Readonly<Partial<Record<BudgetEvent["type"], NewsWord>>> = {
  BudgetReached: "waits",
  BudgetRaised: "begins",
  BudgetAnswered: "ends",
  DayReached: "waits",
};
export const news = newsBy<BudgetEvent>(words, eventLine);
