// Any protocol together with where its work stands: the runtime sees one protocol, and the protocol knows nothing of places.
import type { Job, Proof } from "../core/job.ts";
import type { Event, Protocol } from "../core/protocol.ts";
import { isRecord } from "../core/record.ts";
import type { Recorded } from "../core/row.ts";
import { decide, isWorkCommand, type Judge, saidBy } from "./decide.ts";
import { evolve, isWorkEvent, marked } from "./evolve.ts";
import { aboutOf, jobsOf, type Judged, mendBrief, readyToLand, reportOf } from "./jobs.ts";
import { eventLine } from "./event-line.ts";
import { type Candidate, siteOf, unitOf, withSite } from "./site.ts";

const lines = (log: readonly Recorded<Event>[]): readonly Recorded<Event>[] =>
  log.some(isWorkEvent) ? log.filter((event) => !isWorkEvent(event)) : log;

/** Judges a unit's checks, run once more on a merged tree, as the protocol would. */
const judgeOf =
  (protocol: Protocol, state: unknown): Judge =>
  (unit, proofs) => {
    const due = protocol.rechecks(state, unit);
    const failed = proofs.flatMap((proof: Proof, index) => {
      const judged = due[index]?.judge(proof);
      return judged === undefined || judged.passed ? [] : [saidBy(proof, judged.why)];
    });
    return { passed: failed.length === 0 && proofs.length >= due.length, said: failed[0] ?? "" };
  };

const judgedOf = (protocol: Protocol, state: unknown): Judged => ({
  unitOf: (job) => unitOf(protocol, job),
  lands: (unit) => protocol.lands?.(state, unit) ?? false,
  rechecks: (unit) => protocol.rechecks(state, unit),
  paused: protocol.life(state) === "paused",
  givenUp: isGivenUp(protocol, state),
});

/** Cancelled, or failed: what lands without more ado still does, and nobody is asked to mend the rest. */
const isGivenUp = (protocol: Protocol, state: unknown): boolean => protocol.life(state) === "over" && protocol.ended(state)?.good === false;

/** Proved work that hasn't landed yet. */
const isLanding = (protocol: Protocol, state: unknown): boolean => {
  const site = siteOf(state);
  if (site === null || site.dropped) return false;
  const waiting = Object.values(site.candidates).filter(({ unit }) => protocol.lands?.(state, unit) === true);
  return waiting.some(({ trouble }) => trouble === null) || (waiting.length > 0 && !isGivenUp(protocol, state));
};

/** A protocol whose units' work lands; one that doesn't say when stays as it is. */
export const withWork = (protocol: Protocol): Protocol => {
  if (protocol.lands === undefined) return protocol;
  const { terms, described, refers, invariants, doer } = protocol;
  return {
    ...protocol,
    messages: async () => [...(await protocol.messages()), ...(await import("./messages.ts")).messages],
    ...(terms === undefined ? {} : { terms: async () => [...(await terms.call(protocol)), ...(await import("./terms.ts")).terms] }),
    ...(described === undefined
      ? {}
      : { described: async () => [...(await described.call(protocol)), ...(await import("./messages.ts")).events] }),
    decide(state, command, stamp) {
      return isWorkCommand(command) ? decide(siteOf(state), command, judgeOf(protocol, state)) : protocol.decide(state, command, stamp);
    },
    evolve(state, event) {
      const site = siteOf(state);
      if (isWorkEvent(event)) {
        const based = event.type === "BaseSet" && isRecord(state) ? { ...state, ...protocol.based?.(event.data.base.tree) } : state;
        return withSite(based, evolve(site, event));
      }
      const next = protocol.evolve(state, event);
      const mark = site === null ? null : (protocol.marks?.(event) ?? null);
      return site === null
        ? next
        : withSite(next, mark === null ? site : marked(site, mark, (unit) => protocol.lands?.(next, unit) === true));
    },
    life: (state) => (protocol.life(state) === "over" && isLanding(protocol, state) ? "live" : protocol.life(state)),
    ended: (state) => (isLanding(protocol, state) ? null : protocol.ended(state)),
    jobs(state) {
      const site = siteOf(state);
      const jobs = protocol.jobs(state);
      return site === null ? jobs : jobsOf(site, jobs, judgedOf(protocol, state));
    },
    ask: (state, job) => (aboutOf(job) === null ? protocol.ask(state, job) : {}),
    brief(state, job: Job, facts) {
      const candidate = siteOf(state)?.candidates[aboutOf(job)?.unit ?? ""];
      return candidate === undefined || aboutOf(job) === null ? protocol.brief(state, job, facts) : mendBrief(candidate);
    },
    report(job, outcome, refused) {
      const about = aboutOf(job);
      return about === null ? protocol.report(job, outcome, refused) : reportOf(about, outcome);
    },
    ...(protocol.misfit === undefined
      ? {}
      : { misfit: (job: Job, report: unknown) => (aboutOf(job) === null ? (protocol.misfit?.(job, report) ?? null) : null) }),
    eventLine: (event) => (isWorkEvent(event) ? eventLine(event) : (protocol.eventLine?.(event) ?? "")),
    ...(doer === undefined ? {} : { doer: (event: Recorded<Event>) => (isWorkEvent(event) ? null : doer.call(protocol, event)) }),
    ...(refers === undefined
      ? {}
      : {
          refers: {
            types: [...refers.types, "BaseSet", "WorkLanded"],
            of: (event) => {
              if (!isWorkEvent(event)) return refers.of(event);
              if (event.type === "BaseSet") return { commits: [event.data.base.commit] };
              return event.type === "WorkLanded" ? { commits: [event.data.landed.commit] } : {};
            },
          },
        }),
    ...(invariants === undefined
      ? {}
      : {
          invariants: async () => {
            const [own, { broken }] = [await invariants.call(protocol), await import("./invariants.ts")];
            return {
              broken: (before, event) => (isWorkEvent(event) ? broken(siteOf(before), event) : own.broken(before, event)),
            };
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

/** What may land now of a run's work; null: nothing is proved, or it must be shown on the merged tree first. */
export const landing = (protocol: Protocol, state: unknown): Candidate | null => {
  const site = siteOf(state);
  return site === null ? null : readyToLand(site, judgedOf(protocol, state));
};
