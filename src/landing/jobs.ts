// Jobs that bring work to landing: mending by the author, checks on the merged tree, a person's decision.
import { shortId } from "../core/words/short-id.ts";
import type { Job, Outcome } from "../core/job.ts";
import { decisionJob } from "../core/rules/decision.ts";
import type { Command } from "../core/protocol.ts";
import type { Recheck } from "../core/checks/recheck.ts";
import { type About, aboutOf } from "./about.ts";
import { baseJobs, baseReport } from "./first-trial.ts";
import { checkJob } from "./check-job.ts";
import { proofsOf, repositoryChecks } from "./checks.ts";
import { ownDue } from "./trials.ts";
import { finalReport } from "./final.ts";
import { inOrder, isToBeTried, laneOf } from "./lane.ts";
import { mendLimits, mostMends } from "./limits.ts";
import type { WorkCommand } from "./commands.ts";
import { type Candidate, isPersons, mendKey, pieceOf, type Site } from "./site.ts";
import { nameOf, troubleWords } from "./trouble.ts";

/** Judgement of a unit: its remaining checks, and whether it may land. */
export type Rules = {
  readonly unitOf: (job: Job) => string;
  readonly lands: (unit: string) => boolean;
  readonly rechecks: (unit: string) => readonly Recheck[];
  readonly paused: boolean;
  /** The run ended without success, so nothing is mended any more. */
  readonly givenUp: boolean;
};

const mend = (candidate: Candidate, paused: boolean): Job => {
  const { unit, mends } = candidate;
  const { doer, work } = pieceOf(candidate);
  return {
    key: mendKey(candidate),
    about: { work: "mend", unit, commit: work.commit } satisfies About,
    subject: unit,
    kind: "agent",
    role: doer.role,
    ...(doer.thread === null ? {} : { thread: doer.thread }),
    reason: troubleWords(candidate),
    why: paused ? "paused" : null,
    begun: mends.running,
    writes: "anything",
    reads: [],
    limits: mendLimits,
    doubt: "retry",
  };
};

/** The name used in job keys; unit names in keys contain no blanks. */
const keyName = (candidate: Candidate): string =>
  isPersons(candidate) ? "branch" : candidate.unit;

const trial = (
  site: Site,
  candidate: Candidate,
  rechecks: readonly Recheck[],
  paused: boolean,
): Job => {
  const { unit, merged, work } = candidate;
  const commit = (merged ?? work).commit;
  // If all of the unit's checks ran on this exact tree, only the repository's remain.
  const own = ownDue(candidate) ? rechecks.map(({ check }) => check) : [];
  return checkJob(
    `land-${keyName(candidate)}-${shortId(commit)}`,
    { work: "trial", unit, commit },
    [...repositoryChecks(site), ...own],
    paused,
  );
};

/** Commits by persons are never mended by an agent: their author is asked. */
const asked = (site: Site, candidate: Candidate): Job => {
  const { unit, n, work, trouble } = candidate;
  const mendIt =
    trouble?.is === "red"
      ? `commit the mend on ${site.branch}`
      : trouble?.is === "held"
        ? `take that out of these commits, \`git switch ${site.branch}\` and \`git rebase -i ${shortId(site.head.commit)}\``
        : `bring what landed into it, \`git switch ${site.branch}\` and \`git merge ${shortId(site.head.commit)}\`, resolve that and commit`;
  return decisionJob<About>(
    `stuck-branch-${n}`,
    { work: "stuck", unit, commit: work.commit },
    unit,
    `${troubleWords(candidate)}\nIt was committed on ${site.branch} by hand, so no agent mends it. To mend it, ${mendIt}: the run takes that by itself. What now?`,
    [
      {
        id: "again",
        ...(trouble?.is === "held"
          ? { label: "Land it as it is", means: "It lands once the checks pass." }
          : { label: "Try again", means: "It is merged and checked again as it is." }),
        note: "may",
      },
      {
        id: "drop",
        label: "Drop these commits",
        means:
          "They don't land: they are kept under refs/cairn-aside/, and the branch is put back.",
        note: "must",
        ends: true,
      },
    ],
  );
};

const stuck = (candidate: Candidate): Job => {
  const { n, work } = pieceOf(candidate);
  const { unit } = candidate;
  return decisionJob<About>(
    `stuck-${unit}-${n}`,
    { work: "stuck", unit, commit: work.commit },
    unit,
    `${troubleWords(candidate)}\nIts doer was asked to mend it ${mostMends} times. What now?`,
    [
      {
        id: "again",
        label: "Try again",
        means: `${candidate.trouble?.is === "red" ? "The checks run again. Where they fail, its" : "Its"} agent fixes it, at most ${mostMends} times more.`,
        note: "may",
        recommended: true,
      },
      {
        id: "drop",
        label: "Drop this work",
        means:
          "It won't land, and it isn't done again: what it was to show stays unproved. `cairn diff` still shows it, until the run is dropped.",
        note: "must",
        ends: true,
      },
    ],
  );
};

/** The candidate to land next, if all its checks are done. */
export const readyToLand = (site: Site, { lands, rechecks }: Rules): Candidate | null => {
  const [next] = laneOf(site, lands).standing;
  return next === undefined || isToBeTried(site, next, rechecks(next.unit)) ? null : next;
};

/** Its agent may mend it no more: a person is asked, or the run has failed. */
export const isStuck = (one: Candidate): boolean =>
  one.trouble !== null && !isPersons(one) && !one.mends.running && one.mends.begun >= mostMends;

/** Why that fails a run that asks nobody. */
export const stuckWords = (candidate: Candidate): string =>
  `an agent mended its work ${mostMends} times in vain: ${troubleWords(candidate).trimEnd()}`;

const ownJobs = (site: Site, { lands, rechecks, paused, givenUp }: Rules): readonly Job[] => {
  const { standing } = laneOf(site, lands);
  return inOrder(site).flatMap((one) => {
    if (givenUp && one.trouble !== null && !one.mends.running) return [];
    if (one.trouble !== null && isPersons(one)) return [asked(site, one)];
    if (isStuck(one)) return [stuck(one)];
    if (one.mends.running || one.trouble !== null) return [mend(one, paused)];
    const due = rechecks(one.unit);
    return standing.includes(one) && isToBeTried(site, one, due)
      ? [trial(site, one, due, paused)]
      : [];
  });
};

/** Holds jobs on a head that lacks proved work, and reviews of work that is being mended. */
const heldBack = (
  site: Site,
  job: Job,
  { unitOf, lands }: Rules,
  waits: Candidate | undefined,
): string | null => {
  if (site.tried?.answered !== true) return "the repository's checks are tried on the base first";
  const own = site.candidates[unitOf(job)];
  if (own !== undefined && (own.trouble !== null || own.mends.running))
    return `${troubleWords(own)}: it is mended first`;
  // Checks of unlanded work can run while other work lands.
  if (waits === undefined || (own !== undefined && job.kind === "check" && !lands(own.unit)))
    return null;
  return `the work of ${isPersons(waits) ? nameOf(waits) : waits.unit} lands first`;
};

const isTrial = (job: Job): boolean => aboutOf(job)?.work === "trial";

export const jobsOf = (site: Site, jobs: readonly Job[], judged: Rules): readonly Job[] => {
  if (site.dropped) return jobs;
  const waits = inOrder(site).find(
    (one) => judged.lands(one.unit) && !(isPersons(one) && one.trouble !== null),
  );
  const held = jobs.map((job) => {
    if (job.why !== null || job.begun || job.kind === "decision") return job;
    const why = heldBack(site, job, judged, waits);
    return why === null ? job : { ...job, why };
  });
  const own = ownJobs(site, judged);
  const [trials, rest] = [own.filter(isTrial), own.filter((job) => !isTrial(job))];
  // The next landing goes first: everything else waits for it.
  return [...trials, ...held, ...baseJobs(site, judged.paused), ...rest];
};

const refusedBy = ({ unit }: About, outcome: Outcome): readonly WorkCommand[] => {
  if (outcome.is === "unstarted") {
    const { why, turned, forgotten } = outcome;
    const data = { unit, why };
    const unspent = turned !== undefined || forgotten !== undefined;
    return [{ type: "EndMend", data: unspent ? { ...data, unspent } : data }];
  }
  if (outcome.is !== "ended") return [];
  const why =
    outcome.reason === "exit"
      ? `its agent ended with ${outcome.exit ?? "no exit code"}`
      : outcome.reason;
  return [{ type: "EndMend", data: { unit, why } }];
};

/** Commands for the result of a job of the frame. Work that a mending job left was taken earlier. */
export const reportOf = (about: About, outcome: Outcome): readonly Command[] => {
  const { unit, commit } = about;
  if (about.work === "mend")
    return outcome.is === "granted"
      ? [{ type: "BeginMend", data: { unit } }]
      : refusedBy(about, outcome);
  if (about.work === "base") return baseReport(outcome);
  if (about.work === "final") return finalReport(about, outcome);
  if (about.work === "trial")
    return outcome.is === "checked"
      ? [{ type: "TryLanding", data: { unit, commit, proofs: proofsOf(outcome) } }]
      : [];
  if (outcome.is !== "decided") return [];
  if (about.work === "unproved")
    return [{ type: "AnswerFinal", data: { answer: outcome.option, reason: outcome.note } }];
  if (about.work === "red")
    return [{ type: "AnswerBase", data: { answer: outcome.option, reason: outcome.note } }];
  return outcome.option === "drop"
    ? [{ type: "DropWork", data: { unit, reason: outcome.note } }]
    : [{ type: "MendAgain", data: { unit, reason: outcome.note } }];
};
