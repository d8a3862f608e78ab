// Wrapper that adds landing of work to any protocol, which itself knows nothing of places.
import type { Check, Job, Proof } from "../core/job.ts";
import { ahead, unnumbered } from "../core/rules/ahead.ts";
import type { Command, Event, Protocol, Stamp } from "../core/protocol.ts";
import { isRecord } from "../core/json/record.ts";
import type { Recheck } from "../core/checks/recheck.ts";
import { isOver } from "../core/over.ts";
import { isRefusal, type Refusal, refuse } from "../core/refusal.ts";
import type { Ended } from "../core/view.ts";
import { type Aspect, withAspect } from "../kit/aspect.ts";
import { marked } from "./changes.ts";
import { commands, decide } from "./commands.ts";
import type { SiteAndJudge as Deciding } from "./commands/declare.ts";
import { baseSet, evolve, workDropped, workEvents } from "./events.ts";
import { finalOf, type Judge, saidBy } from "./trials.ts";
import type { Scope } from "./scope.ts";
import { aboutOf } from "./about.ts";
import { finalJobs } from "./final.ts";
import { withFinalProofs, withFinalView } from "./final-view.ts";
import { jobsOf, type Rules, readyToLand, reportOf } from "./jobs.ts";
import { withBent } from "./bent.ts";
import { pinWords } from "./checks.ts";
import { repositoryRows, withCommits } from "./landed-proofs.ts";
import { type Lane, laneOf } from "./lane.ts";
import { branchUnit, type Candidate, type Site, siteOf, unitOf, withSite } from "./site.ts";
import { mendBrief } from "./trouble.ts";
import { unasked } from "./unasked.ts";

/** A person's commits on the branch land as soon as they are proved. */
const landsOf = (protocol: Protocol, state: unknown, unit: string): boolean =>
  unit === branchUnit || protocol.lands(state, unit);

/** A hand-made commit may break any criterion: landed units are checked again, and all of them if the run is over. */
const dueOf = (protocol: Protocol, state: unknown, unit: string): readonly Recheck[] => {
  if (unit !== branchUnit) return protocol.rechecks(state, unit);
  if (protocol.life(state) === "over") return protocol.rechecks(state);
  const { candidates = {} } = siteOf(state) ?? {};
  const isShown = (one: string): boolean =>
    protocol.lands(state, one) && candidates[one] === undefined;
  // With a single gathering unit, the final check covers everything.
  return protocol.gathers === undefined
    ? protocol.rechecks(state).filter((due) => isShown(due.unit))
    : [];
};

const isOf = ({ argv, cwd }: Proof, check: Check): boolean =>
  "argv" in check && check.cwd === cwd && JSON.stringify(check.argv) === JSON.stringify(argv);

/** Judges a unit's checks as its protocol would when they run again on a merged tree. */
const judgeOf =
  (protocol: Protocol, state: unknown): Judge =>
  (unit, proofs) => {
    const due = dueOf(protocol, state, unit);
    // Later checks cover proofs added since these began; a run that ended meanwhile is checked whole.
    const grows = unit === branchUnit && protocol.life(state) !== "over";
    const failed = proofs.flatMap((proof: Proof, index) => {
      const judged = (grows ? due.find(({ check }) => isOf(proof, check)) : due[index])?.judge(
        proof,
      );
      return judged === undefined || judged.passed ? [] : [saidBy(proof, judged.why)];
    });
    const isWhole = grows || proofs.length >= due.length;
    return {
      passed: failed.length === 0 && isWhole,
      said: failed[0] ?? (isWhole ? "" : "not all of its checks ran yet"),
    };
  };

const judgedOf = (protocol: Protocol, state: unknown): Rules => ({
  unitOf: (job) => unitOf(protocol, job),
  lands: (unit) => landsOf(protocol, state, unit),
  rechecks: (unit) => dueOf(protocol, state, unit),
  paused: protocol.life(state) === "paused",
  givenUp: isGivenUp(protocol, state),
});

/** Cancelled or failed: work that needs nothing more still lands, but no mending is requested. */
const isGivenUp = (protocol: Protocol, state: unknown): boolean =>
  isOver(protocol.life(state)) && protocol.ended(state)?.good === false;

/** Whether proved work is still to land. */
const isLanding = (protocol: Protocol, state: unknown): boolean => {
  const site = siteOf(state);
  if (site === null || site.dropped) return false;
  const waiting = Object.values(site.candidates).filter(({ unit }) =>
    landsOf(protocol, state, unit),
  );
  return (
    waiting.some(({ trouble }) => trouble === null) ||
    (waiting.length > 0 && !isGivenUp(protocol, state))
  );
};

/** Pending checks on the final head before the run counts as a success. */
const finalsOf = (protocol: Protocol, state: unknown): readonly Job[] => {
  const site = siteOf(state);
  if (site === null || site.dropped || site.landed === 0 || protocol.finals === undefined)
    return [];
  if (
    protocol.life(state) !== "over" ||
    protocol.ended(state)?.good !== true ||
    isLanding(protocol, state)
  )
    return [];
  return finalJobs(site, protocol.finals(state, site.head.tree));
};

/** Whether work is still to land, or to be checked after landing. */
const isUnlanded = (protocol: Protocol, state: unknown): boolean =>
  isLanding(protocol, state) || finalsOf(protocol, state).length > 0;

/** A run that a person let end with a red final head is no success, whatever its protocol says. */
const endedOf = (protocol: Protocol, state: unknown): Ended | null => {
  if (isUnlanded(protocol, state)) return null;
  const ended = protocol.ended(state);
  const site = siteOf(state);
  if (ended === null || site === null || !finalOf(site).failed) return ended;
  const red = finalOf(site).red.map(({ unit }) => unit);
  return {
    ...ended,
    good: false,
    summary: `${ended.summary}; on the final head this fails: ${red.join(", ")}`,
  };
};

/** Tells the approver of a plan what its tasks can't prove. */
const withPins = (site: Site, job: Job): Job => {
  const pinned = site.ready.checks.filter(({ pin = [] }) => pin.length > 0);
  const { decision } = job;
  const approves =
    decision?.options.some(({ id }) => id === "approve") === true &&
    /^(?:plan|blueprint)\b/u.test(job.subject);
  if (decision === undefined || !approves || pinned.length === 0) return job;
  return {
    ...job,
    decision: { ...decision, question: `${decision.question}\n${pinWords(pinned)}` },
  };
};

/** Whether recording these events would resume work. */
const takesUp = (
  protocol: Protocol,
  state: unknown,
  events: readonly Event[],
  stamp: Stamp,
): boolean => {
  const life = protocol.life(ahead(protocol.evolve)(state, events, stamp));
  return life === "live" || life === "paused";
};
const dropped = ({ branch }: Site): Refusal =>
  refuse(
    "PLACES_DROPPED",
    `${branch} and the run's places were dropped: nothing can go on from what landed there`,
    {
      fits: "begin another run (`cairn run`): it starts from what is checked out, with all that was merged",
    },
  );

/** The run isn't over while work waits to land: archived, it would wait forever. */
const unlanded = ({ branch }: Site): Refusal =>
  refuse("RUN_LIVE", `Archive can't be done now: work on ${branch} still waits to land`, {
    fits: "`cairn status` shows what waits, and what to answer; `cairn run` lets it land",
  });

/** What a protocol concludes from dropped work, unless other work of the unit still may land. */
const following = (
  protocol: Protocol,
  state: unknown,
  decided: readonly Event[],
  stamp: Stamp,
): readonly Event[] =>
  decided
    .map((event) => unnumbered(event, stamp))
    .flatMap((event) => {
      if (!workDropped.is(event) || protocol.dropped === undefined) return [];
      const { unit, reason } = event.data;
      const next = siteOf(protocol.evolve(state, event));
      return next?.candidates[unit] === undefined
        ? protocol.dropped(state, unit, reason, stamp)
        : [];
    });

const isWorkCommand = ({ type }: Command): boolean => commands.some((one) => one.type === type);

const aspectOf = (protocol: Protocol): Aspect<Site, Deciding, Scope> => ({
  events: workEvents,
  commands,
  stateOf: siteOf,
  withState: withSite,
  evolve,
  decide(state, command, stamp) {
    const site = siteOf(state);
    const judged =
      site === null
        ? null
        : {
            site,
            judge: judgeOf(protocol, state),
            isAuto: protocol.isAuto?.(state) === true,
            fails: protocol.fails !== undefined && protocol.isAuto?.(state) === true,
          };
    return decide(judged, command, stamp);
  },
  keep(site, next, event) {
    const mark = protocol.marks?.(event) ?? null;
    return mark === null ? site : marked(site, mark, (unit) => protocol.lands(next, unit));
  },
  told: ({ candidates, expected, tried }, state) => ({
    candidates,
    expected,
    tried,
    givenUp: isGivenUp(protocol, state),
  }),
});

/** Makes units' work land. */
export const withWork = (protocol: Protocol): Protocol => {
  const beside = withAspect(protocol, aspectOf(protocol));
  return {
    ...beside,
    lands: (state, unit) => landsOf(protocol, state, unit),
    evolve: (state, event) =>
      beside.evolve(
        baseSet.is(event) && isRecord(state)
          ? { ...state, ...protocol.based?.(event.data.base.tree, state) }
          : state,
        event,
      ),
    decide(state, command, stamp) {
      const site = siteOf(state);
      const decided = beside.decide(state, command, stamp);
      if (site === null || isRefusal(decided)) return decided;
      if (isWorkCommand(command)) {
        const all = [...decided, ...following(beside, state, decided, stamp)];
        return [...all, ...unasked(beside, state, all, stamp)];
      }
      if (command.type === protocol.verbs["archive"] && isUnlanded(protocol, state))
        return unlanded(site);
      if (site.dropped && takesUp(protocol, state, decided, stamp)) return dropped(site);
      return [...decided, ...unasked(beside, state, decided, stamp)];
    },
    life(state) {
      const life = protocol.life(state);
      return life === "over" && isUnlanded(protocol, state) ? "live" : life;
    },
    ended: (state) => endedOf(protocol, state),
    jobs(state) {
      const site = siteOf(state);
      const jobs = protocol.jobs(state);
      if (site === null) return jobs;
      return [
        ...jobsOf(site, jobs, judgedOf(protocol, state)).map((job) => withPins(site, job)),
        ...finalsOf(protocol, state),
      ];
    },
    ask: (state, job) => (aboutOf(job) === null ? protocol.ask(state, job) : {}),
    brief(state, job: Job, facts) {
      const about = aboutOf(job);
      if (about === null) return protocol.brief(state, job, facts);
      if (about.work === "final") return protocol.brief(state, { ...job, about: about.job }, facts);
      const candidate = siteOf(state)?.candidates[about.unit];
      // A question about the base concerns no unit's work, and has no context.
      return candidate === undefined ? "" : mendBrief(candidate);
    },
    report(job, outcome, refused) {
      const about = aboutOf(job);
      return about === null ? protocol.report(job, outcome, refused) : reportOf(about, outcome);
    },
    ...(protocol.misfit === undefined
      ? {}
      : {
          misfit: (job: Job, report: unknown) =>
            aboutOf(job) === null ? (protocol.misfit?.(job, report) ?? null) : null,
        }),
    view: (state) => withFinalView(protocol.view(state), siteOf(state)),
    evidence(state, log, unit) {
      const rows = beside.evidence(state, log, unit);
      const site = siteOf(state);
      const landed =
        site === null ? rows : [...withCommits(rows, log), ...repositoryRows(site, log, unit)];
      return withFinalProofs(withBent(landed, log), site);
    },
  };
};

/** The lane, and `lands`: the candidate that may land; null: none is proved, or its checks on the merged tree are pending. */
export const landing = (
  protocol: Protocol,
  site: Site,
  state: unknown,
): Lane & { readonly lands: Candidate | null } => {
  const judged = judgedOf(protocol, state);
  return { ...laneOf(site, judged.lands), lands: readyToLand(site, judged) };
};
