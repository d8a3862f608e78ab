// What is said of a run's budget, whatever its protocol: each command and event with its schema.
import * as t from "../kit/schema.ts";
import type { Described, Message } from "../core/message.ts";
import { eventsDescribed, messagesOf, type Said, type Typed } from "../kit/tables.ts";
import { frame } from "./who.ts";

const budget = t.most(200, t.text);
const reason = t.optional(t.text);
const amount = t.numberFrom(0);
const day = t.matching(/^\d{4}-\d\d-\d\d$/u, "must be a day: 2026-11-22");
const limits = t.record({
  usd: t.optional(amount),
  tokens: t.optional(amount),
  ms: t.optional(amount),
  jobs: t.optional(amount),
});
const spent = t.record({ usd: amount, tokens: amount, ms: amount, jobs: amount });
const unit = t.oneOf(["usd", "tokens", "ms", "jobs"]);
const percent = t.either(t.exactly(80), t.exactly(100));
const price = t.record({ in: amount, out: amount, cached: t.optional(amount) });
const usage = t.record({
  input: t.maybe(amount),
  output: t.maybe(amount),
  cost: t.maybe(amount),
  cached: t.optional(amount),
  whole: t.optional(t.exactly(true)),
});
/** `job`: its key, behind the id of its run where another one has the budget. */
const job = { job: t.text, day };
const use = {
  ...job,
  subject: t.text,
  agent: t.text,
  conversation: t.maybe(t.text),
  /** As its program told; absent: it told nothing. */
  usage: t.optional(usage),
  /** What the configuration said then. */
  price: t.optional(price),
  /** Given back, and no job of the budget's. */
  unstarted: t.optional(t.exactly(true)),
};
const ofDay = { day, used: spent, limits };

export const commandSchemas = {
  SetBudget: t.record({ budget }),
  RaiseBudget: t.record({ budget: t.optional(budget), reason }),
  AnswerBudget: t.record({ answer: t.oneOf(["finish", "stop"]), reason }),
  CountJob: t.record(job),
  /** `ms` null: since it was counted as begun. */
  CountUse: t.record({ ...use, ms: t.maybe(amount) }),
  ReachDay: t.record({ ...ofDay, percent }),
  BeginDay: t.record({ day }),
};

export const eventSchemas = {
  BudgetSet: t.record({ limits }),
  BudgetReached: t.record({ percent, unit, used: amount, limit: amount }),
  BudgetRaised: t.record({ limits, day: t.optional(day), reason }),
  BudgetAnswered: commandSchemas.AnswerBudget,
  JobCounted: commandSchemas.CountJob,
  UseCounted: t.record({ ...use, ms: amount }),
  DayReached: commandSchemas.ReachDay,
  DayBegun: commandSchemas.BeginDay,
};

export type BudgetCommands = Typed<typeof commandSchemas>;
export type BudgetEvents = Typed<typeof eventSchemas>;
export type BudgetCommand = BudgetCommands[keyof BudgetCommands];
export type BudgetEvent = BudgetEvents[keyof BudgetEvents];

const said: Readonly<Record<keyof BudgetCommands, Said>> = {
  SetBudget: {
    means: "Sets what a run may use at most: `5usd 2Mtok 3h 40jobs`, each once, or `none`.",
  },
  RaiseBudget: {
    means: "Raises a budget that is spent, by its first amount if you enter nothing else.",
  },
  AnswerBudget: {
    label: "End run over budget",
    means: "Ends a run whose budget is spent: once jobs under way have ended, or at once.",
  },
  CountJob: { means: "Counts an agent's job as begun." },
  CountUse: { means: "Counts what a job used, as its program told." },
  ReachDay: { means: "Says what all runs of the project used today, of the limit of a day." },
  BeginDay: { means: "Says that another day began, with a limit of its own." },
};
const eventMeans: Readonly<Record<keyof BudgetEvents, string>> = {
  BudgetSet: "What the run may use at most; `ms`: working time of agents, summed over jobs.",
  BudgetReached: "80 or 100 % of a limit were used.",
  BudgetRaised: "New limits; with `day`: of the project's day, for this run.",
  BudgetAnswered: "The run ends: once what is under way has ended, or at once.",
  JobCounted: "An agent's job began.",
  UseCounted: "What a job used, as its program told, and what that costs where only a price tells.",
  DayReached: "All runs of the project used 80 or 100 % of the limit of a day.",
  DayBegun: "Another day began, with a limit of its own.",
};

export const messages: readonly Message[] = messagesOf(commandSchemas, said, { frame, worlds: {} });
export const events: readonly Described[] = eventsDescribed(eventSchemas, eventMeans);
