// Taking of a job's work from its place, and its record in the ledger.
import { digest } from "../../core/hash.ts";
import type { Job, TreeFacts } from "../../core/job.ts";
import type { Command } from "../../core/protocol.ts";
import type { Holder, Lease, Path } from "../../core/row.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import { aboutOf } from "../../landing/about.ts";
import { commitOf, siteOf, unitOf } from "../../landing/site.ts";
import type { AtWork, PlaceSite, Spot, Collected } from "../../workspace/workspace.ts";
import { mustBring } from "../carry/bring.ts";
import type { Folded } from "../fold.ts";
import { engineSender, sayAsEngine } from "../jobs/handover.ts";
import { warn } from "../run-options.ts";
import type { Landing } from "../runner/driving.ts";
import { joinWork, mergeWork } from "./land.ts";
import { isPast } from "./is-past.ts";
import { leftLines } from "./left-words.ts";
import { takeDocuments } from "./lent.ts";
import { mendedLocks } from "./relock.ts";
import { recordOf } from "./record.ts";
import { placeKey, placeSite, writesWork } from "./where.ts";

const messageOf = (run: string, { key }: Job): string =>
  `Work of ${key}\n\nCairn-Run: ${run}\nCairn-Job: ${key}\n`;

const authorOf = (name: string, agent: string | null) => ({
  name: agent === null ? name : `${name} (${agent})`,
  email: `${name}@cairn.invalid`,
});

type Work = Extract<Collected, { is: "taken" }>;

const topOf = (path: Path): Path => path.split("/")[0] ?? path;

/** Reverts changes outside the job's permitted paths, which no check covers. */
const within = async (
  { engine }: Landing,
  at: PlaceSite,
  { job, spot }: AtWork,
  work: Work,
  message: string,
): Promise<Work> => {
  const { writes } = job;
  if (spot === undefined || writes === "anything" || writes === "nothing") return work;
  const places = await engine.workspace.places();
  const from = spot.from.commit;
  const changes = await places.changes(at, from, work.work.commit);
  const mayWrite = (path: Path): boolean =>
    writes.some((one) => path === one || (one.endsWith("/") && path.startsWith(one)));
  const open = new Set(writes.map(topOf));
  // Names a folder once, whatever the number of files below it.
  const wide = (path: Path): Path => (open.has(topOf(path)) ? path : topOf(path));
  const beyond = [...new Set(changes.flatMap(({ path }) => (mayWrite(path) ? [] : [wide(path)])))];
  if (beyond.length === 0) return work;
  const kept = await places.merge(
    { ...at, documents: [...at.documents, ...beyond] },
    from,
    work.work.commit,
    message,
  );
  if (kept.is === "conflict") return work;
  return {
    ...work,
    work: kept.merged,
    left: [...work.left, ...beyond.map((path) => ({ path, why: "beyond" }) as const)],
  };
};

/** Lock files that conflicted were put aside while the job mended the rest. */
const withLocks = async (
  driving: Landing,
  folded: Folded,
  at: PlaceSite,
  { job, spot }: AtWork,
  taken: Work,
): Promise<Work> => {
  const trouble = siteOf(folded.state)?.candidates[spot?.unit ?? ""]?.trouble;
  if (aboutOf(job)?.work !== "mend" || trouble?.is !== "conflict") return taken;
  const work = await mendedLocks({ driving, folded, at }, taken.work, trouble.files);
  const isSame = work.commit === taken.work.commit;
  return isSame ? taken : { ...taken, work, commits: [...taken.commits, work.commit] };
};

/** The unit's work merged with that of its other jobs as far as possible; null: no gathering unit. */
const gathered = async (
  driving: Landing,
  { spot }: AtWork,
): Promise<Pick<TreeFacts, "after" | "headAfter"> | null> => {
  const { folds, run } = driving;
  const look = async () => {
    const now = await folds.newest(run);
    const site = now === null ? null : siteOf(now.state);
    const candidate = site?.candidates[spot?.unit ?? ""];
    return now?.protocol.gathers === undefined ||
      site === null ||
      candidate === undefined ||
      candidate.trouble !== null
      ? null
      : { now, site, candidate };
  };
  const seen = await look();
  if (seen === null || spot === undefined) return null;
  const { now, site, candidate } = seen;
  if (candidate.waiting.length > 0) await joinWork(driving, now, site, candidate);
  else if (
    candidate.merged === null &&
    candidate.doers.length === 1 &&
    spot.from.commit !== site.head.commit
  )
    await mergeWork(driving, now, candidate, site.head);
  const then = await look();
  if (then === null || then.candidate.waiting.length > 0) return null;
  const { commit, tree } = commitOf(then.site, spot.unit);
  return { after: tree, headAfter: commit };
};

/** `command`: the record of the work, under the lease of the reporting process; null: no work. */
export type TakenOut = { readonly tree: TreeFacts; readonly command: Command | null };

export const warnUntaken = (tell: Landing["tell"], { key }: Job, { code, text }: Refusal): void =>
  warn(tell, `what ${key} left wasn't taken: ${code}: ${text}`);

/** Takes work from the place of an unheld job without spool entry, before the next job's place replaces it. */
export const takeLeft = async (
  driving: Landing,
  folded: Folded,
  job: Job,
  { name, agent }: Holder,
): Promise<void> => {
  const { door, engine, run, tell } = driving;
  const site = siteOf(folded.state);
  if (site === null || !writesWork(job)) return;
  const places = await engine.workspace.places();
  const from = commitOf(site, unitOf(folded.protocol, job)).commit;
  const at = placeSite(engine, run, folded);
  const author = authorOf(name, agent);
  const taken = await places.take(at, placeKey(job), from, author, messageOf(run, job));
  if (taken.is !== "taken") return;
  const { command } = await recordOf(engine, folded, at, job, agent, { from, ...taken });
  const sent = await sayAsEngine(door, run, command, `${run}/${job.key}/left/${taken.work.commit}`);
  if (isRefusal(sent)) warnUntaken(tell, job, sent);
};

/** Discards changes of a reviewing agent in a temporary checkout. */
const lookedAt = async (
  { engine, run }: Landing,
  spot: Spot,
  folded: Folded,
): Promise<TreeFacts> => {
  const places = await engine.workspace.places();
  const at = placeSite(engine, run, folded);
  const { commit, tree } = spot.from;
  const stood = spot.told?.tree ?? tree;
  const left = (await places.peek(at, spot.key)) ?? { commit, tree: stood };
  const isSame = left.tree === stood;
  const changes = isSame ? [] : await places.changes(at, spot.told?.tree ?? commit, left.commit);
  const changed = changes.map(({ path, how }) => ({ path, how }));
  const before = { before: tree, headBefore: commit };
  return {
    ...before,
    after: isSame ? tree : left.tree,
    headAfter: commit,
    changed,
    commits: [],
  };
};

/** Takes a job's work from its place; null: a check, or no place. */
const takeSpot = async (
  driving: Landing,
  held: AtWork,
  folded: Folded,
): Promise<TakenOut | null> => {
  const { engine, run, step, tell } = driving;
  const { job, lease, spot } = held;
  if (spot === undefined || (await isPast(driving, held))) return null;
  if (!spot.takes)
    return job.kind === "check"
      ? null
      : { tree: await lookedAt(driving, spot, folded), command: null };
  const places = await engine.workspace.places();
  const at = placeSite(engine, run, folded);
  const { agent, name } = lease.holder;
  const before = { before: spot.from.tree, headBefore: spot.from.commit };
  const message = messageOf(run, job);
  const found = await places.take(at, spot.key, spot.from.commit, authorOf(name, agent), message);
  const own = found.is === "taken" ? await within(driving, at, held, found, message) : found;
  const taken = own.is === "taken" ? await withLocks(driving, folded, at, held, own) : own;
  await step("work taken");
  for (const text of leftLines(taken.left, ` of ${job.key}`)) tell({ is: "warning", text });
  if (taken.is !== "taken") {
    const unchanged = { after: spot.from.tree, changed: [], commits: [] };
    return { tree: { ...before, ...unchanged, headAfter: spot.from.commit }, command: null };
  }
  const { commits, work } = taken;
  const done = { from: spot.from.commit, ...taken };
  const { changed, command } = await recordOf(engine, folded, at, job, agent, done);
  return {
    tree: { ...before, after: work.tree, changed, commits, headAfter: work.commit },
    command,
  };
};

/** Records taken work under a lease. */
export const sayTaken = async (
  { door, run, step }: Landing,
  { command }: TakenOut,
  { job, fence }: Lease,
): Promise<Refusal | null> => {
  if (command === null) return null;
  const sent = await door({
    run,
    said: [{ command, by: engineSender({ job, fence }) }],
    id: `${run}/${job}/${fence}/taken/${digest(JSON.stringify(command)).slice(0, 16)}`,
  });
  await step("work said");
  return isRefusal(sent) ? sent : null;
};

/** Takes all work of a job: files first, since its document copies refer to them. `untold`: why the work wasn't recorded. */
export const takeOut = async (driving: Landing, held: AtWork, folded: Folded) => {
  const taken = await takeSpot(driving, held, folded);
  const untold = taken === null ? null : await sayTaken(driving, taken, held.lease);
  const after = taken === null || untold !== null ? null : await gathered(driving, held);
  const documents = await takeDocuments(driving, held, folded);
  return { taken, untold, documents, tree: taken === null ? null : { ...taken.tree, ...after } };
};

/** The work of a child run becomes the work of its node. */
export const takeChild = async (
  { door, engine, run, tell }: Landing,
  parent: Folded,
  job: Job,
  child: { readonly run: string; readonly folded: Folded },
): Promise<void> => {
  const [above, below] = [siteOf(parent.state), siteOf(child.folded.state)];
  if (above === null || below === null || below.landed === 0) return;
  // Another machine may have driven it.
  await mustBring(engine, child.run, child.folded);
  const doer = { job: job.key, subject: job.subject, role: job.role, thread: null, agent: null };
  const command = {
    type: "TakeWork",
    data: { unit: unitOf(parent.protocol, job), doer, work: below.head },
  };
  const sent = await sayAsEngine(door, run, command, `${run}/${job.key}/${below.head.commit}`);
  if (isRefusal(sent)) warnUntaken(tell, job, sent);
};

/** Removes a clean checkout at once, and a place once its unit's work has landed. */
export const leaveSpot = async (driving: Landing, held: AtWork, folded: Folded): Promise<void> => {
  const { engine, run } = driving;
  const { spot, job } = held;
  if (spot === undefined || (await isPast(driving, held))) return;
  const open = siteOf(folded.state)?.candidates[spot.unit] !== undefined;
  if (spot.takes && open && job.thread !== undefined) return;
  await (await engine.workspace.places()).free(placeSite(engine, run, folded), spot.key);
};
