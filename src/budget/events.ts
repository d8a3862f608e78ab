// Events of a run's budget, for any protocol.
import { usageText } from "../core/words/usage.ts";
import { eventsOn } from "../kit/event.ts";
import type { ByType } from "../kit/maker.ts";
import { among, foldOf } from "../kit/rules.ts";
import * as t from "../kit/schema.ts";
import { amountText, limitsText, usedText } from "./amounts.ts";
import { conversationOf, spentBy, usedBy } from "./counted.ts";
import type { Limits, Spent } from "./limits.ts";
import * as shapes from "./shapes.ts";
import { type Budget, nothing, plus } from "./spent.ts";

const { event, opening } = eventsOn<Budget>();

const fresh = (limits: Limits): Budget => ({
  limits,
  first: limits,
  spent: nothing,
  day: null,
  open: {},
  told: {},
  untold: { usd: [], tokens: [] },
  stop: null,
  warned: null,
  allowed: null,
  answers: 0,
  finish: null,
});

const adds = (budget: Budget, day: string, spent: Spent): Budget => ({
  ...budget,
  spent: plus(budget.spent, spent),
  // Usage of an earlier day that is read late counts for no current day.
  day:
    budget.day !== null && budget.day.day > day
      ? budget.day
      : { day, spent: plus(budget.day?.day === day ? budget.day.spent : nothing, spent) },
});

const without = (open: Budget["open"], job: string): Budget["open"] =>
  Object.fromEntries(Object.entries(open).filter(([key]) => key !== job));

const named = (names: readonly string[], name: string, known: boolean): readonly string[] =>
  known || names.includes(name) ? names : [...names, name];

export const budgetSet = opening("BudgetSet", {
  means: "What the run may use at most; `ms`: working time of agents, summed over jobs.",
  data: { limits: shapes.limits },
  line: ({ limits }) =>
    limitsText(limits) === ""
      ? "what is used is counted, without a limit of its own"
      : limitsText(limits),
  // Setting a budget withdraws a pending request to finish.
  begin: ({ limits }, _event, before) =>
    before === null ? fresh(limits) : { ...before, limits, first: limits, finish: null },
});

export const budgetReached = event("BudgetReached", {
  means: "80 or 100 % of a limit were used.",
  data: { percent: shapes.percent, unit: shapes.unit, used: shapes.amount, limit: shapes.amount },
  line: ({ percent, unit, used, limit }) =>
    `${percent} % of the budget: ${usedText({ [unit]: limit }, { ...nothing, [unit]: used })}${percent === 100 ? ", nothing new starts" : ""}`,
  news: "waits",
});

export const budgetRaised = event("BudgetRaised", {
  means: "New limits; with `day`: of the project's day, for this run.",
  data: { limits: shapes.limits, day: t.optional(shapes.day), reason: shapes.reason },
  line: ({ limits, day }) =>
    `the ${day === undefined ? "budget" : `project's budget for ${day}`} is now ${limitsText(limits) === "" ? "without limits" : limitsText(limits)}`,
  news: "begins",
  apply: (budget, { limits, day }) => ({
    ...budget,
    ...(day === undefined ? { limits } : { allowed: { day, limits }, stop: null }),
    answers: budget.answers + 1,
    finish: null,
  }),
});

export const budgetAnswered = event("BudgetAnswered", {
  means: "The run ends: once what is under way has ended, or at once.",
  data: shapes.answer,
  line: ({ answer }) =>
    answer === "stop" ? "the run ends" : "what is under way is finished, then the run ends",
  news: "ends",
  apply: (budget, { answer, reason = "" }, { by }) => ({
    ...budget,
    answers: budget.answers + 1,
    finish: answer === "finish" ? { by: by.name, reason } : null,
  }),
});

export const jobCounted = event("JobCounted", {
  means: "An agent's job began.",
  data: shapes.job,
  line: ({ job }) => job,
  apply: (budget, { job, day }, { at }) => ({
    ...adds(budget, day, { ...nothing, jobs: 1 }),
    open: { ...budget.open, [job]: at },
  }),
});

export const useCounted = event("UseCounted", {
  means: "What a job used, as its program told, and what that costs where only a price tells.",
  data: shapes.counted,
  line: ({ job, ms, usage, unstarted }) => {
    const told = usage === undefined ? "" : usageText(usage);
    return `${job}: ${unstarted === true ? "given back, " : ""}${amountText("ms", ms)}, ${told === "" ? "its program told nothing" : told}`;
  },
  apply(budget, use) {
    const { job, agent, day, unstarted, usage } = use;
    const began = budget.open[job] !== undefined ? 0 : 1;
    const conversation = conversationOf(use);
    const known = usedBy(budget.told, use);
    const none = unstarted === true && usage === undefined;
    return {
      ...adds(budget, day, spentBy(budget.told, use, unstarted === true ? began - 1 : began)),
      open: without(budget.open, job),
      told:
        conversation === null || usage === undefined
          ? budget.told
          : { ...budget.told, [conversation]: usage },
      untold: {
        usd: named(budget.untold.usd, agent, none || known.usd !== null),
        tokens: named(budget.untold.tokens, agent, none || known.tokens !== null),
      },
    };
  },
});

export const dayReached = event("DayReached", {
  means: "All runs of the project used 80 or 100 % of the limit of a day.",
  data: { ...shapes.dayStop, percent: shapes.percent },
  line: ({ percent, day, used, limits }) =>
    `${percent} % of the project's budget for ${day}: ${usedText(limits, used)}${percent === 100 ? ", nothing new starts" : ""}`,
  news: "waits",
  apply: (budget, { percent, ...stop }) =>
    percent === 100 ? { ...budget, stop, warned: stop.day } : { ...budget, warned: stop.day },
});

export const dayBegun = event("DayBegun", {
  means: "Another day began, with a limit of its own.",
  data: { day: shapes.day },
  line: ({ day }) => day,
  apply: (budget) => ({ ...budget, stop: null }),
});

export const budgetEvents = [
  budgetSet,
  budgetReached,
  budgetRaised,
  budgetAnswered,
  jobCounted,
  useCounted,
  dayReached,
  dayBegun,
] as const;

type BudgetEvents = ByType<typeof budgetEvents>;
export type BudgetEvent = BudgetEvents[keyof BudgetEvents];

export const isBudgetEvent = among<BudgetEvent>(budgetEvents);

/** Throws if an event precedes the first one that sets a budget: the ledger is damaged. */
export const evolve = foldOf<Budget>(budgetEvents, "nothing is known of the run's budget before");
