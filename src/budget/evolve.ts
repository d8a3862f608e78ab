// How each event of a run's budget changes it.
import type { Recorded } from "../core/row.ts";
import { conversationOf, spentBy, usedBy } from "./counted.ts";
import type { BudgetEvent, BudgetEvents } from "./messages.ts";
import { type Budget, nothing, plus } from "./spent.ts";
import type { Limits, Spent } from "./limits.ts";

type Evolve<K extends keyof BudgetEvents> = (
  budget: Budget,
  data: BudgetEvents[K]["data"],
  event: Recorded,
) => Budget;

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
  // What ended on an earlier day and was read only now belongs to none that counts any more.
  day:
    budget.day !== null && budget.day.day > day
      ? budget.day
      : { day, spent: plus(budget.day?.day === day ? budget.day.spent : nothing, spent) },
});

const without = (open: Budget["open"], job: string): Budget["open"] =>
  Object.fromEntries(Object.entries(open).filter(([key]) => key !== job));

const named = (names: readonly string[], name: string, known: boolean): readonly string[] =>
  known || names.includes(name) ? names : [...names, name];

const table: { readonly [K in Exclude<keyof BudgetEvents, "BudgetSet">]: Evolve<K> } = {
  BudgetReached: (budget) => budget,
  BudgetRaised: (budget, { limits, day }) => ({
    ...budget,
    ...(day === undefined ? { limits } : { allowed: { day, limits }, stop: null }),
    answers: budget.answers + 1,
    finish: null,
  }),
  BudgetAnswered: (budget, { answer, reason = "" }, { by }) => ({
    ...budget,
    answers: budget.answers + 1,
    finish: answer === "finish" ? { by: by.name, reason } : null,
  }),
  JobCounted: (budget, { job, day }, { at }) => ({
    ...adds(budget, day, { ...nothing, jobs: 1 }),
    open: { ...budget.open, [job]: at },
  }),
  UseCounted(budget, use) {
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
  DayReached: (budget, { percent, ...stop }) =>
    percent === 100 ? { ...budget, stop, warned: stop.day } : { ...budget, warned: stop.day },
  DayBegun: (budget) => ({ ...budget, stop: null }),
};

const applied = <K extends keyof typeof table>(
  budget: Budget,
  { type, data }: BudgetEvents[K] & { readonly type: K },
  event: Recorded,
): Budget => table[type](budget, data, event);

/** Throws where anything is said of a budget before it is set: then the ledger is damaged. */
export const evolve = (budget: Budget | null, event: Recorded<BudgetEvent>): Budget => {
  if (event.type === "BudgetSet") {
    const { limits } = event.data;
    // Who says what it may use wants it to go on.
    return budget === null ? fresh(limits) : { ...budget, limits, first: limits, finish: null };
  }
  if (budget === null)
    throw new TypeError(`nothing is known of the run's budget before ${event.type}`);
  return applied(budget, event, event);
};

export const isBudgetEvent = (event: Recorded): event is Recorded<BudgetEvent> =>
  event.type === "BudgetSet" || Object.hasOwn(table, event.type);
