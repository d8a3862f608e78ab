// The way of a run's work to its user: what it changed, its merge into their branch, and the way back.
import { senderWrong } from "../core/frame.ts";
import type { Command, Sender } from "../core/protocol.ts";
import { Fault, isRefusal, type Refusal, refuse } from "../core/refusal.ts";
import type { Path, Recorded } from "../core/row.ts";
import { placeNone, undelivered } from "../work/decide.ts";
import { isWorkEvent } from "../work/evolve.ts";
import { type Site, siteOf } from "../work/site.ts";
import { frame } from "../work/who.ts";
import type { ChangedLines, Places, PlaceSite } from "../workspace/workspace.ts";
import { type Engine, groundOf } from "./engine.ts";
import { unknownRun } from "./find.ts";
import type { Folded, Folds } from "./fold.ts";
import { placeKey, placeSite, writesWork } from "./landing/where.ts";
import type { Door } from "./send.ts";
import type { Sent } from "./system.ts";

/** Two commits between which something of a run changed. */
export type Part = {
  readonly run: string;
  readonly branch: string;
  /** null: all that landed. */
  readonly unit: string | null;
  readonly job: string | null;
  /** working: a job is at it. waiting: it hasn't landed yet. tried: it never did, and something else was tried since. */
  readonly is: "landed" | "working" | "waiting" | "tried";
  readonly from: string;
  readonly to: string;
};
export type Difference = Part & { readonly files: readonly ChangedLines[] };
/** `is`: "recorded" where git had done it already, before the ledger heard of it; "already" where that is known, too. */
export type Step = {
  readonly run: string;
  readonly is: "done" | "recorded" | "already";
  readonly from: string;
  readonly to: string;
  readonly branch: string | null;
};

export type Delivery = {
  /** `name`: a job or a unit; null: all that landed. JOB_UNKNOWN lists those that there are. */
  diff(run: string, name: string | null): Promise<Difference | Refusal>;
  patch(run: string, between: Pick<Part, "from" | "to">): Promise<string | Refusal>;
  /** Into what is checked out in the run's working tree: all or nothing. */
  merge(run: string, by: Sender): Promise<Step | Refusal>;
  /** Takes the last merge back. */
  undo(run: string, by: Sender): Promise<Step | Refusal>;
  /** Removes the run's branch and places; its record stays. */
  drop(run: string, by: Sender): Promise<Sent | Refusal>;
};

/** What all of them look at. */
type Stand = { readonly folded: Folded; readonly site: Site; readonly at: PlaceSite; readonly places: Places };

const short = (commit: string): string => commit.slice(0, 12);
const most = 10;
const listed = (files: readonly Path[]): string =>
  `${files.slice(0, most).join(", ")}${files.length > most ? ` and ${files.length - most} more` : ""}`;

const noneLanded = (run: string): Refusal =>
  refuse("LANDING_NONE", "no work of this run has landed yet", {
    fits: `\`cairn status ${run}\` shows what waits, \`cairn diff ${run} JOB\` what a job changed`,
  });
const gone = (run: string, { branch }: Site): Refusal =>
  refuse("PLACES_DROPPED", `${branch} and the run's places were dropped`, { fits: `what happened is in \`cairn log ${run}\`` });

/** `from` null: where both part. `then`: its unit's landing after an attempt, which holds that where its doer built on it, as who mends does. */
type Found = Pick<Part, "unit" | "job" | "is" | "to"> & { readonly from: string | null; readonly then: Pick<Part, "from" | "to"> | null };
/** What the log tells of a job or unit: its last landing, else its last attempt. */
const inLog = (log: readonly Recorded[], base: string, name: string): Found | null => {
  let [head, landed, tried]: [string, Found | null, Found | null] = [base, null, null];
  for (const event of log.filter(isWorkEvent)) {
    if (event.type === "HeadMoved") head = event.data.to.commit;
    if (event.type === "WorkTaken" && [event.data.unit, event.data.doer.job].includes(name))
      tried = { unit: event.data.unit, job: event.data.doer.job, is: "tried", from: null, to: event.data.work.commit, then: null };
    if (event.type !== "WorkLanded") continue;
    const { unit, job, landed: as } = event.data;
    if (unit === name || job === name) landed = { unit, job, is: "landed", from: head, to: as.commit, then: null };
    if (tried?.then === null && tried.unit === unit) tried = { ...tried, then: { from: head, to: as.commit } };
    head = as.commit;
  }
  return landed ?? tried;
};

const namesOf = (log: readonly Recorded[]): readonly string[] => [
  ...new Set(log.filter(isWorkEvent).flatMap((event) => (event.type === "WorkTaken" ? [event.data.doer.job] : []))),
];

const partOf = async (
  run: string,
  name: string | null,
  { folded, site, at, places }: Stand,
  log: () => Promise<readonly Recorded[]>,
): Promise<Part | Refusal> => {
  const { base, branch, head } = site;
  if (name === null) return { run, branch, unit: null, job: null, is: "landed", from: base.commit, to: head.commit };
  const from = (to: string): Promise<string> => places.fork(at, head.commit, to);
  const jobs = folded.protocol.jobs(folded.state).filter((job) => job.begun && writesWork(job));
  const job = jobs.find(({ key }) => key === name) ?? jobs.find(({ subject }) => subject === name);
  const seen = job === undefined ? null : await places.peek(at, placeKey(job));
  if (job !== undefined && seen !== null)
    return { run, branch, unit: job.subject, job: job.key, is: "working", from: await from(seen.commit), to: seen.commit };
  const waiting = Object.values(site.candidates).find(
    ({ unit, doers }) => unit === name || doers.some(({ job: key, subject }) => key === name || subject === name),
  );
  if (waiting !== undefined) {
    const { unit, doer, work } = waiting;
    return { run, branch, unit, job: doer.job, is: "waiting", from: await from(work.commit), to: work.commit };
  }
  const found = inLog(await log(), base.commit, name);
  if (found !== null) {
    const { then, ...part } = { ...found, from: found.from ?? (await from(found.to)) };
    return { run, branch, ...part, ...(then !== null && part.from === part.to ? { is: "landed", ...then } : {}) };
  }
  const known = [...jobs.map(({ key }) => key), ...namesOf(await log())];
  return refuse("JOB_UNKNOWN", `no work of ${name.slice(0, 64)} is known`, {
    fits: known.length === 0 ? "no job has left any work yet" : `there is that of ${listed(known)}`,
  });
};

const mergeRefused = (run: string, branch: string, files: readonly Path[], is: "conflict" | "touches"): Refusal =>
  is === "conflict"
    ? refuse("MERGE_CONFLICT", `the run's work conflicts with yours in ${listed(files)}; nothing was merged`, {
        fits: `merge ${branch} by hand and resolve them there: \`git merge ${branch}\``,
      })
    : refuse("CHANGES_TOUCHED", `you have uncommitted changes in files that the merge would change: ${listed(files)}; nothing was merged`, {
        fits: `commit them, or put them aside with \`git stash\`; then: cairn merge ${run}`,
      });

const undoRefused = (
  run: string,
  into: string,
  not:
    | { readonly is: "moved"; readonly head: string }
    | { readonly is: "pushed"; readonly ref: string }
    | { readonly is: "touches"; readonly files: readonly Path[] },
): Refusal => {
  const byCommit = "take it back by a commit of your own (`git revert`); git then takes the run's work for merged";
  if (not.is === "moved")
    return refuse("CHECKOUT_MOVED", `${into} has moved on since the merge: it is at ${short(not.head)}`, {
      fits: `take back what came after it first, or ${byCommit}`,
    });
  if (not.is === "pushed") return refuse("MERGE_PUSHED", `the merge was pushed: ${not.ref} has it`, { fits: byCommit });
  return refuse(
    "CHANGES_TOUCHED",
    `you have uncommitted changes in files that this would change: ${listed(not.files)}; nothing was changed`,
    { fits: `commit them, or put them aside with \`git stash\`; then: cairn undo ${run}` },
  );
};

export type DeliveryParts = {
  readonly engine: Engine;
  readonly folds: Folds;
  readonly door: Door;
  readonly log: (run: string, folded: Folded) => Promise<readonly Recorded[]>;
};

export const deliveryOf = ({ engine, folds, door, log }: DeliveryParts): Delivery => {
  const stand = async (run: string): Promise<Stand | Refusal> => {
    const folded = await folds.newest(run);
    if (folded === null) return unknownRun(run);
    const site = siteOf(folded.state);
    if (site === null) return placeNone;
    return { folded, site, at: placeSite(engine, run, folded), places: await engine.workspace.places() };
  };
  /** What git still has. */
  const kept = async (run: string): Promise<Stand | Refusal> => {
    const stands = await stand(run);
    return isRefusal(stands) || !stands.site.dropped ? stands : gone(run, stands.site);
  };
  /** Who may say so is asked before anything is done. */
  const may = (type: "Deliver" | "UndoDelivery" | "DropPlaces", by: Sender): Refusal | null => senderWrong(type, frame.who[type], by);
  const recorded = async (run: string, command: Command, by: Sender, verb: string): Promise<Sent | Refusal> => {
    try {
      return await door({ run, said: [{ command, by }] });
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      throw new Fault(
        error.code,
        error.message,
        `${error.hint}\n  git has done it, and it isn't recorded yet: repeat \`cairn ${verb} ${run}\``,
        error,
      );
    }
  };
  const checkedOut = async ({ folded }: Stand): Promise<string | null> => {
    const { root, place, ignores } = groundOf(engine, folded);
    return (await engine.workspace.facts({ root, place, ignores }, {}, engine.now())).branch;
  };

  return {
    async diff(run, name) {
      const stands = await kept(run);
      if (isRefusal(stands)) return stands;
      const part = await partOf(run, name, stands, () => log(run, stands.folded));
      return isRefusal(part) ? part : { ...part, files: await stands.places.changes(stands.at, part.from, part.to) };
    },
    async patch(run, { from, to }) {
      const stands = await kept(run);
      return isRefusal(stands) ? stands : stands.places.patch(stands.at, from, to);
    },
    async merge(run, by) {
      const stands = may("Deliver", by) ?? (await kept(run));
      if (isRefusal(stands)) return stands;
      const { folded, site, at, places } = stands;
      if (site.landed === 0) return noneLanded(run);
      const head = site.head.commit;
      const title = folded.protocol.view(folded.state).title;
      const done = await places.deliver(at, head, `Merge ${site.branch}: ${title}\n\nCairn-Run: ${run}\n`);
      if (done.is === "conflict" || done.is === "touches") return mergeRefused(run, site.branch, done.files, done.is);
      const step = done.is === "merged" ? done : done.unsaid;
      const known = site.delivery;
      if (step === null || (known?.head === head && known.to === step.to)) {
        const branch = await checkedOut(stands);
        return { run, is: "already", from: known?.from ?? head, to: known?.to ?? head, branch };
      }
      const { from, to, branch } = step;
      const sent = await recorded(run, { type: "Deliver", data: { head, from, to, branch } }, by, "merge");
      return isRefusal(sent) ? sent : { run, is: done.is === "merged" ? "done" : "recorded", from, to, branch };
    },
    async undo(run, by) {
      const stands = may("UndoDelivery", by) ?? (await stand(run));
      if (isRefusal(stands)) return stands;
      const { delivery } = stands.site;
      if (delivery === null) return undelivered;
      const { from, to, branch } = delivery;
      const now = await checkedOut(stands);
      if (now !== branch)
        return refuse("BRANCH_OTHER", `the run was merged into ${branch ?? short(from)}, and ${now ?? "no branch"} is checked out`, {
          fits: `git switch ${branch ?? `--detach ${short(to)}`}, then: cairn undo ${run}`,
        });
      const done = await stands.places.undo(stands.at, from, to);
      if (done.is !== "undone") return undoRefused(run, branch ?? "HEAD", done);
      const sent = await recorded(run, { type: "UndoDelivery", data: {} }, by, "undo");
      return isRefusal(sent) ? sent : { run, is: "done", from: to, to: from, branch };
    },
    async drop(run, by) {
      const stands = may("DropPlaces", by) ?? (await stand(run));
      if (isRefusal(stands)) return stands;
      const { folded, site, at, places } = stands;
      const life = folded.protocol.life(folded.state);
      if (life === "live" || life === "paused")
        return refuse("RUN_LIVE", "the run isn't over: its jobs may be at work in its places", {
          fits: `end it first: cairn cancel ${run}`,
        });
      if (!site.dropped) await places.drop(at, site.branch);
      return recorded(run, { type: "DropPlaces", data: {} }, by, "drop");
    },
  };
};
