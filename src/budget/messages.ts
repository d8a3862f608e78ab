// What is said of a run's budget, whatever its protocol: each command and event with its schema.
import { z } from "zod";
import type { Described, Message } from "../core/message.ts";
import { eventsDescribed, messagesOf, type Said, type Typed } from "../core/messages.ts";
import { frame } from "./who.ts";

const text = z.string();
const budget = text.max(200);
const reason = text.optional();
const amount = z.number().nonnegative();
const day = z.string().regex(/^\d{4}-\d\d-\d\d$/u, "must be a day: 2026-11-22");
const limits = z.strictObject({
  usd: amount.optional(),
  tokens: amount.optional(),
  ms: amount.optional(),
  jobs: amount.optional(),
});
const spent = z.strictObject({ usd: amount, tokens: amount, ms: amount, jobs: amount });
const unit = z.enum(["usd", "tokens", "ms", "jobs"]);
const percent = z.union([z.literal(80), z.literal(100)]);
const price = z.strictObject({ in: amount, out: amount, cached: amount.optional() });
const usage = z.strictObject({
  input: amount.nullable(),
  output: amount.nullable(),
  cost: amount.nullable(),
  cached: amount.optional(),
  whole: z.literal(true).optional(),
});
/** `job`: its key, behind the id of its run where another one has the budget. */
const job = { job: text, day };
const use = {
  ...job,
  subject: text,
  agent: text,
  conversation: text.nullable(),
  /** As its program told; absent: it told nothing. */
  usage: usage.optional(),
  /** What the configuration said then. */
  price: price.optional(),
  /** Given back, and no job of the budget's. */
  unstarted: z.literal(true).optional(),
};
const ofDay = { day, used: spent, limits };

export const commandSchemas = {
  SetBudget: z.strictObject({ budget }),
  RaiseBudget: z.strictObject({ budget: budget.optional(), reason }),
  AnswerBudget: z.strictObject({ answer: z.enum(["finish", "stop"]), reason }),
  CountJob: z.strictObject(job),
  /** `ms` null: since it was counted as begun. */
  CountUse: z.strictObject({ ...use, ms: amount.nullable() }),
  ReachDay: z.strictObject({ ...ofDay, percent }),
  BeginDay: z.strictObject({ day }),
};

export const eventSchemas = {
  BudgetSet: z.strictObject({ limits }),
  BudgetReached: z.strictObject({ percent, unit, used: amount, limit: amount }),
  BudgetRaised: z.strictObject({ limits, day: day.optional(), reason }),
  BudgetAnswered: commandSchemas.AnswerBudget,
  JobCounted: commandSchemas.CountJob,
  UseCounted: z.strictObject({ ...use, ms: amount }),
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

export const messages: readonly Message[] = messagesOf(
  commandSchemas,
  said,
  { frame, worlds: {} },
  z.toJSONSchema,
);
export const events: readonly Described[] = eventsDescribed(
  eventSchemas,
  eventMeans,
  z.toJSONSchema,
);
