// Manual work in the user's checkout, taken as a unit's work: unrestricted, but landing on proof like any other.
import type { Job } from "../../core/job.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Path } from "../../core/row.ts";
import {
  branchRole,
  type Candidate,
  type Commit,
  commitOf,
  type Site,
  siteOf,
  unitOf,
  withSite,
} from "../../landing/site.ts";
import { mustBring } from "../carry/bring.ts";
import type { Engine } from "../engine.ts";
import type { Folded } from "../fold.ts";
import { sayAsEngine } from "../jobs/handover.ts";
import type { Landing } from "../runner/driving.ts";
import type { Door } from "../send.ts";
import type { LeftOut } from "../../workspace/workspace.ts";
import { leftLines } from "./left-words.ts";
import { type Doing, recordOf } from "./record.ts";
import { checkoutSite, placeSite, writesWork } from "./where.ts";

type WorkHere = { readonly work: Commit | null; readonly left: readonly LeftOut[] };

/** `work` null: nothing there differs from the unit's current work. */
const workHere = async (
  engine: Engine,
  run: string,
  folded: Folded,
  unit: string,
): Promise<WorkHere> => {
  const site = siteOf(folded.state);
  if (site === null) return { work: null, left: [] };
  await mustBring(engine, run, folded);
  const places = await engine.workspace.places();
  const { commit, tree, left } = await places.here(checkoutSite(engine, run, folded));
  const isSame = commit === site.base.commit || tree === commitOf(site, unit).tree;
  return { work: isSame ? null : { commit, tree }, left };
};

/** `tell`: receives descriptions of work that isn't taken. */
export type Taking = {
  readonly engine: Engine;
  readonly door: Door;
  readonly run: string;
  readonly tell?: Landing["tell"];
};

type Joined = { readonly is: "replaces" } | { readonly is: "joins"; readonly work: Commit | null };

/**
 * Whether work in the checkout joins work from places of a gathering unit, or replaces it: it replaces where each unit has its own, and where
 * both conflict without loss of other work. `work` null: they conflict.
 */
const joined = async (
  { engine, run }: Omit<Taking, "door">,
  folded: Folded,
  job: Doing,
  mine: Commit,
): Promise<Joined> => {
  const site = siteOf(folded.state);
  const unit = unitOf(folded.protocol, job);
  const own = site?.candidates[unit];
  if (site === null || own === undefined || folded.protocol.gathers === undefined)
    return { is: "replaces" };
  // Earlier manual work is still in the checkout; a claimed job has a place, like an agent's.
  if (own.doer.agent === null && own.placed !== true) return { is: "replaces" };
  const places = await engine.workspace.places();
  const at = placeSite(engine, run, folded);
  const { commit } = commitOf(site, unit);
  const made = await places.merge(at, commit, mine.commit, `Join ${job.subject}`);
  if (made.is === "merged") return { is: "joins", work: made.merged };
  return own.doers.every(({ subject }) => subject === job.subject)
    ? { is: "replaces" }
    : { is: "joins", work: null };
};

/**
 * Whether the ledger already has it from this job. Commits can't tell: git makes another one each time, and so does each merge.
 * @param joined all of the unit's work with it; null: they conflict
 */
const isTaken = (
  site: Site,
  unit: string,
  job: Doing,
  mine: Commit,
  joined: Commit | null,
): boolean => {
  const own = site.candidates[unit];
  if (
    own?.waiting.some(({ doer, work }) => doer.job === job.key && work.tree === mine.tree) === true
  )
    return true;
  return (
    joined?.tree === commitOf(site, unit).tree &&
    own?.doers.some((doer) => doer.job === job.key) === true
  );
};

/** `id`: makes repetition harmless. null: taken, or nothing to take. */
const takeChanges = async (
  { engine, door, run, tell }: Taking,
  folded: Folded,
  job: Doing,
  agent: string | null,
  id: string,
) => {
  const site = siteOf(folded.state);
  const unit = unitOf(folded.protocol, job);
  const { work, left } = await workHere(engine, run, folded, unit);
  if (site === null || work === null) return null;
  const how = await joined({ engine, run }, folded, job, work);
  if (how.is === "joins" && isTaken(site, unit, job, work, how.work)) return null;
  for (const text of leftLines(left, "")) tell?.({ is: "warning", text });
  const at = checkoutSite(engine, run, folded);
  const done = { from: site.base.commit, work, left };
  const { command } = await recordOf(engine, folded, at, job, agent, done, how.is === "replaces");
  const sent = await sayAsEngine(door, run, command, `${run}/${id}/${work.commit}`);
  return isRefusal(sent) ? sent : null;
};

/** For a claimed job. null: taken, or nothing to take. */
export const takeHere = async (
  taking: Taking,
  folded: Folded,
  job: Job,
  { fence, agent }: { readonly fence: number; readonly agent: string | null },
): Promise<Refusal | null> =>
  writesWork(job) ? takeChanges(taking, folded, job, agent, `${job.key}/${fence}`) : null;

/** The mender if it fails: the unit's previous author, else the role for such work. */
const doerOf = (folded: Folded, job: Doing): Doing => {
  const before = siteOf(folded.state)?.candidates[unitOf(folded.protocol, job)]?.doer;
  const thread = before?.thread ?? job.thread;
  const role = before?.role ?? (job.role === branchRole ? "worker" : job.role);
  return { ...job, role, ...(thread === undefined ? {} : { thread }) };
};

/** For a unit without a held job, on a person's request. null: taken, or nothing to take. */
export const takeByHand = (taking: Taking, folded: Folded, job: Doing): Promise<Refusal | null> =>
  takeChanges(taking, folded, doerOf(folded, job), null, `${job.key}/hand`);

const bare = {
  merged: null,
  merges: 0,
  trouble: null,
  mends: { begun: 0, running: false, past: 0 },
  green: null,
  early: null,
  waiting: [],
} as const;

/** The run as if the checkout's changes were the unit's work, merged with landed work; or the conflicting files. Records nothing. */
export const asMended = async (
  engine: Engine,
  run: string,
  folded: Folded,
  job: Doing,
): Promise<
  | { readonly folded: Folded; readonly left: readonly LeftOut[] }
  | { readonly conflicts: readonly Path[] }
> => {
  const site = siteOf(folded.state);
  if (site === null) return { folded, left: [] };
  const unit = unitOf(folded.protocol, job);
  const places = await engine.workspace.places();
  const at = placeSite(engine, run, folded);
  const own = site.candidates[unit];
  const { work: mine, left } = await workHere(engine, run, folded, unit);
  const how = mine === null ? null : await joined({ engine, run }, folded, job, mine);
  const now = how?.is === "joins" ? how.work : (mine ?? own?.work ?? site.head);
  if (now === null) return { conflicts: [`what others left for ${unit}`] };
  const made =
    now.commit === site.head.commit
      ? null
      : await places.merge(at, site.head.commit, now.commit, `Mended by hand: ${unit}`);
  if (made?.is === "conflict") return { conflicts: made.files };
  const work = made?.merged ?? now;
  const doer = { job: job.key, subject: job.subject, role: job.role, thread: null, agent: null };
  const candidate: Candidate = { ...bare, unit, doer, n: site.taken + 1, work, doers: [doer] };
  const candidates = { ...site.candidates, [unit]: candidate };
  const state = withSite(folded.state, { ...site, candidates });
  return { folded: { ...folded, state }, left };
};
