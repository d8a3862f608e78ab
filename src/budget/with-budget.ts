// Any protocol together with what its run may use: the runtime sees one protocol, and the protocol knows nothing of budgets.
import type { Event, Protocol } from "../core/protocol.ts";
import type { Job } from "../core/job.ts";
import type { Recorded } from "../core/row.ts";
import type { View } from "../core/view.ts";
import { usedText } from "./amounts.ts";
import { decide, isBudgetCommand } from "./decide.ts";
import { eventLine, news } from "./event-line.ts";
import { evolve, isBudgetEvent } from "./evolve.ts";
import { answered, heldJobs, isAbout, unbound } from "./jobs.ts";
import { type Budget, budgetOf, withSpent } from "./spent.ts";

const lines = (log: readonly Recorded<Event>[]): readonly Recorded<Event>[] =>
  log.some(isBudgetEvent) ? log.filter((event) => !isBudgetEvent(event)) : log;

const shown = (view: View, budget: Budget): View => {
  const used = usedText(budget.limits, budget.spent);
  const warning = unbound(budget);
  return {
    ...view,
    facts: used === "" ? view.facts : [...view.facts, `budget ${used}`],
    warnings: warning === null ? view.warnings : [...view.warnings, warning],
  };
};

/** Once the run is over nobody waits for what was under way; taken up again, its budget is asked about anew. */
const settled = (protocol: Protocol, state: unknown, budget: Budget): Budget =>
  budget.finish !== null && protocol.life(state) === "over" ? { ...budget, finish: null } : budget;

const asks = (protocol: Protocol, state: unknown): boolean => {
  const life = protocol.life(state);
  return life === "live" || life === "paused";
};

export const withBudget = (protocol: Protocol): Protocol => {
  const { terms, described, invariants, doer } = protocol;
  return {
    ...protocol,
    messages: async () => [...(await protocol.messages()), ...(await import("./messages.ts")).messages],
    ...(terms === undefined ? {} : { terms: async () => [...(await terms.call(protocol)), ...(await import("./terms.ts")).terms] }),
    ...(described === undefined
      ? {}
      : { described: async () => [...(await described.call(protocol)), ...(await import("./messages.ts")).events] }),
    decide: (state, command, stamp) =>
      isBudgetCommand(command) ? decide(budgetOf(state), command, stamp) : protocol.decide(state, command, stamp),
    evolve(state, event) {
      const budget = budgetOf(state);
      if (isBudgetEvent(event)) return withSpent(state, evolve(budget, event));
      const next = protocol.evolve(state, event);
      return budget === null ? next : withSpent(next, settled(protocol, next, budget));
    },
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
    brief: (state, job, facts) => (isAbout(job) ? (job.decision?.question ?? "") : protocol.brief(state, job, facts)),
    report: (job, outcome, refused) => (isAbout(job) ? answered(protocol, outcome) : protocol.report(job, outcome, refused)),
    ...(protocol.misfit === undefined
      ? {}
      : { misfit: (job: Job, report: unknown) => (isAbout(job) ? null : (protocol.misfit?.(job, report) ?? null)) }),
    ...(protocol.rewrites === undefined
      ? {}
      : { rewrites: async (state: unknown, job: Job) => (isAbout(job) ? null : ((await protocol.rewrites?.(state, job)) ?? null)) }),
    news: (event, state) => (isBudgetEvent(event) ? news(event, state) : (protocol.news?.(event, state) ?? null)),
    eventLine: (event) => (isBudgetEvent(event) ? eventLine(event) : (protocol.eventLine?.(event) ?? "")),
    ...(doer === undefined ? {} : { doer: (event: Recorded<Event>) => (isBudgetEvent(event) ? null : doer.call(protocol, event)) }),
    ...(invariants === undefined
      ? {}
      : {
          invariants: async () => {
            const { broken } = await invariants.call(protocol);
            return { broken: (before, event) => (isBudgetEvent(event) ? null : broken(before, event)) };
          },
        }),
    evidence: (state, log, unit) => protocol.evidence(state, lines(log), unit),
    write: (state, log) => protocol.write(state, lines(log)),
    admit: (state, edits, facts, log) => protocol.admit(state, edits, facts, lines(log)),
    ...(protocol.ails === undefined
      ? {}
      : { ails: (state, around) => protocol.ails?.(state, { ...around, log: lines(around.log) }) ?? [] }),
  };
};
