// What may be said of a run's budget: nothing begins once it is spent, and each job is counted once.
import type { Stamp } from "../core/protocol.ts";
import { isRefusal, type Refusal, refuse } from "../core/refusal.ts";
import type { Recorded } from "../core/row.ts";
import { limitsText, usedText } from "./amounts.ts";
import { evolve } from "./evolve.ts";
import { fitting, limitsOf, type Limits, units } from "./limits.ts";
import type { BudgetCommand, BudgetCommands, BudgetEvent } from "./messages.ts";
import { type Budget, isHeld, reached, spentUnits } from "./spent.ts";

type Later = Exclude<keyof BudgetCommands, "SetBudget">;
type Decide<K extends Later> = (
  budget: Budget,
  data: BudgetCommands[K]["data"],
  stamp: Stamp,
) => readonly BudgetEvent[] | Refusal;

const read = (text: string): Limits | Refusal => {
  const limits = limitsOf(text);
  return typeof limits === "string"
    ? refuse("BUDGET_INVALID", `the budget can't be read: ${limits}`, {
        fits: fitting,
        pointer: "/budget",
      })
    : limits;
};

/** What is due by now, and where it was less before. */
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
    return percent === null
      ? []
      : [{ type: "BudgetReached", data: { percent, unit, used: now.spent[unit], limit } }];
  });

/** The event, and what it makes reached. */
const counted = (
  budget: Budget | null,
  event: BudgetEvent,
  stamp: Stamp,
): readonly BudgetEvent[] => {
  const recorded: Recorded<BudgetEvent> = { ...event, ...stamp, version: 0, cause: "" };
  return [event, ...newly(budget, evolve(budget, recorded))];
};

/** By its first amount, as often as it takes. */
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

const table: { readonly [K in Later]: Decide<K> } = {
  RaiseBudget(budget, { budget: text, reason }, stamp) {
    const { stop } = budget;
    const own = spentUnits(budget).length > 0;
    if (!own && stop === null) return refuse("QUESTION_STALE", "the run's budget isn't spent");
    // Of both the run's own is asked about first.
    const [limits, spent] =
      own || stop === null ? [budget.limits, budget.spent] : [stop.limits, stop.used];
    const said =
      text === undefined ? grown(limits, own ? budget.first : limits, spent) : read(text);
    if (isRefusal(said)) return said;
    const raised = text === "none" ? {} : { ...limits, ...said };
    if (reached(raised, spent, 100).length > 0)
      return refuse("BUDGET_SPENT", `that is spent already: ${usedText(raised, spent)}`, {
        fits: "say more, or nothing: then it grows by its first amount",
      });
    const why = reason === undefined || reason === "" ? {} : { reason };
    const day = own || stop === null ? {} : { day: stop.day };
    return counted(
      budget,
      { type: "BudgetRaised", data: { limits: raised, ...day, ...why } },
      stamp,
    );
  },
  AnswerBudget: (budget, data) =>
    isHeld(budget)
      ? [{ type: "BudgetAnswered", data }]
      : refuse("QUESTION_STALE", "the run's budget isn't spent"),
  CountJob(budget, data, stamp) {
    if (budget.open[data.job] !== undefined) return [];
    if (isHeld(budget))
      return refuse("JOB_UNREADY", heldWords(budget), { fits: "`cairn decide` raises it" });
    return counted(budget, { type: "JobCounted", data }, stamp);
  },
  CountUse(budget, { ms, ...data }, stamp) {
    const began = budget.open[data.job];
    const took =
      ms ?? (began === undefined ? 0 : Math.max(0, Date.parse(stamp.at) - Date.parse(began)));
    return counted(budget, { type: "UseCounted", data: { ...data, ms: took } }, stamp);
  },
  ReachDay: (budget, data) =>
    budget.stop !== null || (data.percent === 80 && budget.warned === data.day)
      ? []
      : [{ type: "DayReached", data }],
  BeginDay: ({ stop }, data) =>
    stop === null || stop.day === data.day ? [] : [{ type: "DayBegun", data }],
};

/** Why nothing begins. */
export const heldWords = (budget: Budget): string => {
  if (budget.finish !== null)
    return "the budget is spent: what is under way is finished, and then the run ends";
  const own = spentUnits(budget);
  if (own.length === 0 && budget.stop !== null)
    return `the project's budget for ${budget.stop.day} is spent`;
  return `the run's budget is spent: ${usedText(Object.fromEntries(own.map((unit) => [unit, budget.limits[unit]])), budget.spent)}`;
};

const applied = <K extends Later>(
  budget: Budget,
  { type, data }: BudgetCommands[K] & { readonly type: K },
  stamp: Stamp,
): readonly BudgetEvent[] | Refusal => table[type](budget, data, stamp);

export const decide = (
  budget: Budget | null,
  command: BudgetCommand,
  stamp: Stamp,
): readonly BudgetEvent[] | Refusal => {
  if (command.type === "SetBudget") {
    const limits = read(command.data.budget);
    if (isRefusal(limits)) return limits;
    const same = budget !== null && limitsText(budget.limits) === limitsText(limits);
    return same ? [] : counted(budget, { type: "BudgetSet", data: { limits } }, stamp);
  }
  return budget === null
    ? refuse("BUDGET_NONE", "the run has no budget", {
        fits: '`cairn run RUN --budget "5usd 3h"` sets one',
      })
    : applied(budget, command, stamp);
};

export const isBudgetCommand = (command: { readonly type: string }): command is BudgetCommand =>
  command.type === "SetBudget" || Object.hasOwn(table, command.type);
