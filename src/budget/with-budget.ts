// Wrapper that adds a budget to any protocol, which itself knows nothing of budgets.
import type { Protocol } from "../core/protocol.ts";
import type { Job } from "../core/job.ts";
import type { View } from "../core/view.ts";
import { type Aspect, withAspect } from "../kit/aspect.ts";
import { usedText } from "./amounts.ts";
import { commands, decide } from "./commands.ts";
import { budgetEvents, evolve } from "./events.ts";
import { answered, heldJobs, isAbout, unbound } from "./jobs.ts";
import { type Budget, budgetOf, withSpent } from "./spent.ts";

const shown = (view: View, budget: Budget): View => {
  const used = usedText(budget.limits, budget.spent);
  const warning = unbound(budget);
  return {
    ...view,
    facts: used === "" ? view.facts : [...view.facts, `budget ${used}`],
    warnings: warning === null ? view.warnings : [...view.warnings, warning],
  };
};

/** Drops the request to finish once the run is over; a resumed run asks about its budget again. */
const settled = (protocol: Protocol, state: unknown, budget: Budget): Budget =>
  budget.finish !== null && protocol.life(state) === "over" ? { ...budget, finish: null } : budget;

const asks = (protocol: Protocol, state: unknown): boolean => {
  const life = protocol.life(state);
  return life === "live" || life === "paused";
};

const aspectOf = (protocol: Protocol): Aspect<Budget, Budget> => ({
  events: budgetEvents,
  commands,
  stateOf: budgetOf,
  withState: withSpent,
  evolve,
  decide: (state, command, stamp) => decide(budgetOf(state), command, stamp),
  keep: (budget, next) => settled(protocol, next, budget),
  told: (budget) => budget,
});

export const withBudget = (protocol: Protocol): Protocol => ({
  ...withAspect(protocol, aspectOf(protocol)),
  jobs(state) {
    const budget = budgetOf(state);
    const jobs = protocol.jobs(state);
    return budget === null || !asks(protocol, state) ? jobs : heldJobs(budget, jobs);
  },
  view(state) {
    const budget = budgetOf(state);
    const view = protocol.view(state);
    return budget === null ? view : shown(view, budget);
  },
  ask: (state, job) => (isAbout(job) ? {} : protocol.ask(state, job)),
  brief: (state, job, facts) =>
    isAbout(job) ? (job.decision?.question ?? "") : protocol.brief(state, job, facts),
  report: (job, outcome, refused) =>
    isAbout(job) ? answered(protocol, outcome) : protocol.report(job, outcome, refused),
  ...(protocol.misfit === undefined
    ? {}
    : {
        misfit: (job: Job, report: unknown) =>
          isAbout(job) ? null : (protocol.misfit?.(job, report) ?? null),
      }),
  ...(protocol.rewrites === undefined
    ? {}
    : {
        rewrites: async (state: unknown, job: Job) =>
          isAbout(job) ? null : ((await protocol.rewrites?.(state, job)) ?? null),
      }),
});
