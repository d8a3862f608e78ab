// What ought to be under way so that work lands: mending by whoever did it, checks on the merged tree, a person's word.
import type { Check, Job, Outcome, Proof } from "../core/job.ts";
import { decisionJob } from "../core/decision-job.ts";
import type { Command } from "../core/protocol.ts";
import type { Recheck } from "../core/recheck.ts";
import { isRecord } from "../core/record.ts";
import { needsTrial } from "./decide.ts";
import { mendLimits, mostMends, trialLimits } from "./limits.ts";
import type { WorkCommand } from "./messages.ts";
import { mendKey } from "./mend-key.ts";
import { type Candidate, pieceOf, type Site } from "./site.ts";

/** A job of the frame's own, told by its `about`. */
export type About = { readonly work: "mend" | "trial" | "stuck" | "base" | "red"; readonly unit: string; readonly commit: string };
const kinds: readonly unknown[] = ["mend", "trial", "stuck", "base", "red"] satisfies readonly About["work"][];
const isKind = (work: unknown): work is About["work"] => kinds.includes(work);
export const aboutOf = ({ about }: Pick<Job, "about">): About | null => {
  if (!isRecord(about)) return null;
  const { work, unit, commit } = about;
  return isKind(work) && typeof unit === "string" && typeof commit === "string" ? { work, unit, commit } : null;
};

/** What a unit's work is judged by once more, and whether it may land. */
export type Judged = {
  readonly unitOf: (job: Job) => string;
  readonly lands: (unit: string) => boolean;
  readonly rechecks: (unit: string) => readonly Recheck[];
  readonly paused: boolean;
  /** The run ended without success: nobody mends for it any more. */
  readonly givenUp: boolean;
};

/** What people call whatever has the trouble. */
const nameOf = (candidate: Candidate): string => {
  const { doer } = pieceOf(candidate);
  return doer.subject ?? candidate.unit;
};
const meanwhile = ({ waiting }: Candidate): string => (waiting.length > 0 ? "what others did" : "what landed");

export const troubleWords = (candidate: Candidate): string => {
  const { trouble } = candidate;
  return trouble?.is === "red"
    ? `merged onto the run's branch, the work of ${nameOf(candidate)} fails a check: ${trouble.said.trimEnd()}`
    : `the work of ${nameOf(candidate)} conflicts with ${meanwhile(candidate)} meanwhile in ${(trouble?.files ?? []).join(", ")}`;
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

const repositoryChecks = ({ ready }: Site): readonly Check[] => ready.checks.map(({ argv, cwd, ms }) => ({ argv, cwd, env: {}, ms }));

const checkJob = (key: string, about: About, checks: readonly Check[], paused: boolean): Job => {
  const ms = checks.reduce((sum, check) => sum + ("ms" in check ? check.ms : 60_000), 60_000);
  return {
    key,
    about,
    subject: about.unit,
    kind: "check",
    role: "engine",
    why: paused ? "paused" : null,
    begun: false,
    writes: "nothing",
    reads: [],
    limits: { ...trialLimits, ms },
    doubt: "retry",
    checks,
  };
};

const trial = (site: Site, { unit, merged, work, merges }: Candidate, rechecks: readonly Recheck[], paused: boolean): Job => {
  const commit = (merged ?? work).commit;
  // Of a unit whose own checks all ran on this very tree the repository's alone are still to run.
  const own = merges > 1 ? rechecks.map(({ check }) => check) : [];
  return checkJob(`land-${unit}-${commit.slice(0, 12)}`, { work: "trial", unit, commit }, [...repositoryChecks(site), ...own], paused);
};

/** No unit has this name: what looks at it looks at the head, which is the base then. */
const baseUnit = "the base";

const baseJobs = (site: Site, paused: boolean): readonly Job[] => {
  const { commit } = site.base;
  if (site.tried === null)
    return [checkJob(`base-${commit.slice(0, 12)}`, { work: "base", unit: baseUnit, commit }, repositoryChecks(site), paused)];
  if (site.tried.answered) return [];
  const said = site.tried.red.map(({ name, said: text }) => `${name}: ${text.trim()}`).join("\n");
  return [
    decisionJob<About>(
      `red-${commit.slice(0, 12)}`,
      { work: "red", unit: baseUnit, commit },
      baseUnit,
      `Before any work these checks of the repository fail on ${commit.slice(0, 12)}:\n${said}\nWhat now? To mend them, cancel this run, commit the mend or correct \`checks\` in cairn.config.json, and begin anew.`,
      [
        { id: "expect", means: "go on: each may stay red until it is green for the first time", note: "may" },
        { id: "drop", means: "go on without these checks", note: "may" },
      ],
    ),
  ];
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
        means: `${candidate.trouble?.is === "red" ? "the checks run again; where they fail, " : ""}whoever did it mends it, at most ${mostMends} times more`,
        note: "may",
      },
      { id: "drop", means: "this work doesn't land; what it was to show stays unproved", note: "must" },
    ],
  );
};

/** The lane: what was taken first comes first. */
export const inOrder = ({ candidates }: Site): readonly Candidate[] => Object.values(candidates).sort((a, b) => a.n - b.n);

/** The one that lands next: of those that may, what was taken first. */
export const nextToLand = (site: Site, lands: Judged["lands"]): Candidate | null =>
  site.dropped
    ? null
    : (inOrder(site).find((one) => one.trouble === null && !one.mends.running && one.waiting.length === 0 && lands(one.unit)) ?? null);

const isToBeTried = (site: Site, one: Candidate, rechecks: readonly Recheck[]): boolean =>
  one.merged !== null && needsTrial(site, one) && site.ready.checks.length + (one.merges > 1 ? rechecks.length : 0) > 0;

/** What lands next, if nothing of it has still to be shown. */
export const readyToLand = (site: Site, { lands, rechecks }: Judged): Candidate | null => {
  const next = nextToLand(site, lands);
  return next === null || isToBeTried(site, next, rechecks(next.unit)) ? null : next;
};

const ownJobs = (site: Site, { lands, rechecks, paused, givenUp }: Judged): readonly Job[] => {
  const next = nextToLand(site, lands);
  return inOrder(site).flatMap((one) => {
    if (givenUp && one.trouble !== null && !one.mends.running) return [];
    if (one.mends.running || one.trouble !== null)
      return one.mends.running || one.mends.begun < mostMends ? [mend(one, paused)] : [stuck(one)];
    const due = rechecks(one.unit);
    return one === next && isToBeTried(site, one, due) ? [trial(site, one, due, paused)] : [];
  });
};

/** Nothing begins on a head that lacks what is proved, and nothing looks at work that is being mended. */
const heldBack = (site: Site, job: Job, unitOf: Judged["unitOf"], waits: Candidate | undefined): string | null => {
  if (site.tried?.answered !== true) return "the repository's checks are tried on the base first";
  const own = site.candidates[unitOf(job)];
  if (own !== undefined && (own.trouble !== null || own.mends.running)) return `${troubleWords(own)}: it is mended first`;
  return waits === undefined ? null : `the work of ${waits.unit} lands first`;
};

export const jobsOf = (site: Site, jobs: readonly Job[], judged: Judged): readonly Job[] => {
  if (site.dropped) return jobs;
  const waits = inOrder(site).find((one) => judged.lands(one.unit));
  const held = jobs.map((job) => {
    if (job.why !== null || job.begun || job.kind === "decision") return job;
    const why = heldBack(site, job, judged.unitOf, waits);
    return why === null ? job : { ...job, why };
  });
  return [...held, ...baseJobs(site, judged.paused), ...ownJobs(site, judged)];
};

const refusedBy = ({ unit }: About, outcome: Outcome): readonly WorkCommand[] => {
  if (outcome.is === "unstarted") return [{ type: "EndMend", data: { unit, why: outcome.why } }];
  if (outcome.is !== "ended") return [];
  const why = outcome.reason === "exit" ? `its agent ended with ${outcome.exit ?? "no exit code"}` : outcome.reason;
  return [{ type: "EndMend", data: { unit, why } }];
};

/** Of a proof, what judging it needs: how it ended on an empty tree was judged where it was chosen. */
const bare = ({ argv, cwd, exit, why, ms, digest, bytes, text, before, after, head }: Proof): Proof => ({
  argv,
  cwd,
  exit,
  why,
  ms,
  digest,
  bytes,
  text,
  before,
  after,
  head,
});

/** What became of a job of the frame's own. What a mending job left in its place was taken before. */
export const reportOf = (about: About, outcome: Outcome): readonly Command[] => {
  const { unit, commit } = about;
  if (about.work === "mend") return outcome.is === "granted" ? [{ type: "BeginMend", data: { unit } }] : refusedBy(about, outcome);
  if (about.work === "trial" || about.work === "base") {
    if (outcome.is !== "checked") return [];
    const proofs = outcome.proofs.map(bare);
    return [about.work === "trial" ? { type: "TryLanding", data: { unit, commit, proofs } } : { type: "TryBase", data: { proofs } }];
  }
  if (outcome.is !== "decided") return [];
  if (about.work === "red") return [{ type: "AnswerBase", data: { answer: outcome.option, reason: outcome.note } }];
  return outcome.option === "drop"
    ? [{ type: "DropWork", data: { unit, reason: outcome.note } }]
    : [{ type: "MendAgain", data: { unit, reason: outcome.note } }];
};

/** What an agent is told that mends its own work. */
export const mendBrief = (candidate: Candidate): string => {
  const { trouble } = candidate;
  return [
    `# Your work on ${nameOf(candidate)} can't land yet`,
    "",
    trouble?.is === "red"
      ? `Merged onto the run's branch, as it lies in your folder, it fails a check:\n\n    ${trouble.said.split("\n").join("\n    ")}`
      : `Others' work ${candidate.waiting.length > 0 ? "was done" : "landed"} meanwhile and conflicts with yours. Your folder holds the merge half done; conflicts are in:\n\n${(trouble?.files ?? []).map((file) => `- ${file}`).join("\n")}`,
    "",
    "Mend it in your folder: keep what both sides mean, leave no conflict markers, commit. Change nothing else.",
    "Then end. The engine merges it again and runs the checks on the merged tree.",
  ].join("\n");
};
