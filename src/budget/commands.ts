// Commands about a run's budget: a spent one blocks new jobs, and each job counts once.
import { always } from "../core/rules/frame.ts";
import type { Stamp } from "../core/protocol.ts";
import { isRefusal, type Refusal, refuse } from "../core/refusal.ts";
import type { Recorded } from "../core/row.ts";
import { commandsOn } from "../kit/command.ts";
import type { ByType } from "../kit/maker.ts";
import { answersOf } from "../kit/rules.ts";
import * as t from "../kit/schema.ts";
import { limitsText, usedText } from "./amounts.ts";
import {
  budgetAnswered,
  type BudgetEvent,
  budgetRaised,
  budgetReached,
  budgetSet,
  dayBegun,
  dayReached,
  evolve,
  jobCounted,
  useCounted,
} from "./events.ts";
import { fitting, type Limits, limitsOf, units } from "./limits.ts";
import * as shapes from "./shapes.ts";
import { type Budget, heldWords, isHeld, reached, spentUnits } from "./spent.ts";

const { answering, command, opener } = commandsOn<Budget, BudgetEvent>();

const read = (text: string): Limits | Refusal => {
  const limits = limitsOf(text);
  return typeof limits === "string"
    ? refuse("BUDGET_INVALID", `the budget can't be read: ${limits}`, {
        fits: fitting,
        pointer: "/budget",
      })
    : limits;
};

/** Events for each limit whose 80 or 100 % is reached now and wasn't before. */
const newly = (before: Budget | null, now: Budget): readonly BudgetEvent[] =>
  units.flatMap((unit): readonly BudgetEvent[] => {
    const limit = now.limits[unit];
    if (limit === undefined) return [];
    const is = (percent: number): boolean =>
      reached(now.limits, now.spent, percent).includes(unit) &&
      !(
        before?.limits[unit] === limit &&
        reached(before.limits, before.spent, percent).includes(unit)
      );
    const percent = is(100) ? 100 : is(80) && !spentUnits(now).includes(unit) ? 80 : null;
    return percent === null ? [] : [budgetReached({ percent, unit, used: now.spent[unit], limit })];
  });

/** The event, followed by events for the limits that it reaches. */
const counted = (
  budget: Budget | null,
  event: BudgetEvent,
  stamp: Stamp,
): readonly BudgetEvent[] => {
  const recorded: Recorded<BudgetEvent> = { ...event, ...stamp, version: 0, cause: "" };
  return [event, ...newly(budget, evolve(budget, recorded))];
};

/** Raises spent limits by multiples of their first amount until they exceed the amount used. */
const grown = (limits: Limits, first: Limits, spent: Budget["spent"]): Limits => {
  const due = reached(limits, spent, 100);
  return Object.fromEntries(
    units.flatMap((unit) => {
      const [limit, step] = [limits[unit], first[unit] ?? limits[unit]];
      if (limit === undefined || step === undefined) return [];
      return [
        [
          unit,
          due.includes(unit)
            ? limit + step * (Math.floor((spent[unit] - limit) / step) + 1)
            : limit,
        ] as const,
      ];
    }),
  );
};

const setBudget = opener("SetBudget", {
  means: "Sets what a run may use at most: `5usd 2Mtok 3h 40jobs`, each once, or `none`.",
  data: { budget: shapes.budget },
  who: ["person", "engine"],
  open({ budget: text }, stamp, before) {
    const limits = read(text);
    if (isRefusal(limits)) return limits;
    const same = before !== null && limitsText(before.limits) === limitsText(limits);
    return same ? [] : counted(before, budgetSet({ limits }), stamp);
  },
});

const raiseBudget = answering("RaiseBudget", {
  means: "Raises a budget that is used up, by its first amount if you enter nothing else.",
  data: { budget: t.optional(shapes.budget), reason: shapes.reason },
  decide(budget, { budget: text, reason }, stamp) {
    const { stop } = budget;
    const own = spentUnits(budget).length > 0;
    if (!own && stop === null) return refuse("QUESTION_STALE", "the run's budget isn't used up");
    // If both are spent, the run's own budget comes before the day's.
    const [limits, spent] =
      own || stop === null ? [budget.limits, budget.spent] : [stop.limits, stop.used];
    const said =
      text === undefined ? grown(limits, own ? budget.first : limits, spent) : read(text);
    if (isRefusal(said)) return said;
    const raised = text === "none" ? {} : { ...limits, ...said };
    if (reached(raised, spent, 100).length > 0)
      return refuse("BUDGET_SPENT", `that is used up already: ${usedText(raised, spent)}`, {
        fits: "say more, or nothing: then it grows by its first amount",
      });
    const why = reason === undefined || reason === "" ? {} : { reason };
    const day = own || stop === null ? {} : { day: stop.day };
    return counted(budget, budgetRaised({ limits: raised, ...day, ...why }), stamp);
  },
});

const answerBudget = answering("AnswerBudget", {
  label: "End run over budget",
  means: "Ends a run whose budget is used up: once jobs under way have ended, or at once.",
  data: shapes.answer,
  decide: (budget, data) =>
    isHeld(budget)
      ? [budgetAnswered(data)]
      : refuse("QUESTION_STALE", "the run's budget isn't used up"),
});

const countJob = command("CountJob", {
  means: "Counts an agent's job as begun.",
  data: shapes.job,
  who: ["engine"],
  decide(budget, data, stamp) {
    if (budget.open[data.job] !== undefined) return [];
    if (isHeld(budget))
      return refuse("JOB_UNREADY", heldWords(budget), { fits: "`cairn decide` raises it" });
    return counted(budget, jobCounted(data), stamp);
  },
});

const countUse = command("CountUse", {
  means: "Counts what a job used, as its program told.",
  // null: counted from the recorded start of the job.
  data: { ...shapes.use, ms: t.maybe(shapes.amount) },
  who: ["engine"],
  // Usage counts whatever the state of the run.
  when: always,
  decide(budget, { ms, ...data }, stamp) {
    const began = budget.open[data.job];
    const took =
      ms ?? (began === undefined ? 0 : Math.max(0, Date.parse(stamp.at) - Date.parse(began)));
    return counted(budget, useCounted({ ...data, ms: took }), stamp);
  },
});

const reachDay = command("ReachDay", {
  means: "Says what all runs of the project used today, of the limit of a day.",
  data: { ...shapes.dayStop, percent: shapes.percent },
  who: ["engine"],
  decide: (budget, data) =>
    budget.stop !== null || (data.percent === 80 && budget.warned === data.day)
      ? []
      : [dayReached(data)],
});

const beginDay = command("BeginDay", {
  means: "Says that another day began, with a limit of its own.",
  data: { day: shapes.day },
  who: ["engine"],
  decide: ({ stop }, data) => (stop === null || stop.day === data.day ? [] : [dayBegun(data)]),
});

export const commands = [
  setBudget,
  raiseBudget,
  answerBudget,
  countJob,
  countUse,
  reachDay,
  beginDay,
] as const;

type BudgetCommands = ByType<typeof commands>;
export type BudgetCommand = BudgetCommands[keyof BudgetCommands];

export const decide = answersOf<Budget, BudgetEvent>(
  commands,
  refuse("BUDGET_NONE", "the run has no budget", {
    fits: '`cairn run RUN --budget "5usd 3h"` sets one',
  }),
);
