// Decisions of a protocol's own beside those of the model: their jobs, briefs and answers.
import { type Decision, together } from "../../../../src/core/rules/decision.ts";
import type { Job } from "../../../../src/core/job.ts";
import { isOver } from "../../../../src/core/over.ts";
import type { Command, Protocol } from "../../../../src/core/protocol.ts";
import { page } from "../../../../src/core/words/quote.ts";
import { isRecord } from "../../../../src/core/json/record.ts";

/** Data of its jobs. `is` differs from those of the protocol's own. */
export type OwnAbout = { readonly is: string; readonly [field: string]: string };
export type OwnDecision<S> = Decision<S, OwnAbout, Command>;

/** Jobs of a decision come before others, which go on meanwhile. A run that is over asks nothing. */
export const asking = <S>(
  protocol: Protocol<S>,
  decisions: readonly OwnDecision<S>[],
): Protocol<S> => {
  const all = together(decisions);
  const names = decisions.map(({ is }) => is);
  const isOwn = (about: unknown): about is OwnAbout =>
    isRecord(about) && names.some((name) => name === about["is"]);
  const asks = (job: Job): OwnAbout | null => (isOwn(job.about) ? job.about : null);
  return {
    ...protocol,
    jobs: (state) =>
      isOver(protocol.life(state)) ? [] : [...all.jobs(state), ...protocol.jobs(state)],
    ask: (state, job) => (asks(job) === null ? protocol.ask(state, job) : {}),
    brief(state, job, facts) {
      const about = asks(job);
      if (about === null) return protocol.brief(state, job, facts);
      return page([all.shows(state, about, facts)]);
    },
    report(job, outcome, refused) {
      const about = asks(job);
      if (about === null) return protocol.report(job, outcome, refused);
      return outcome.is === "decided" && refused === undefined ? all.commands(about, outcome) : [];
    },
  };
};
