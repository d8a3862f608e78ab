// Where somebody who claimed a job works: a place made as he claims it, taken out of as he hands the job in or gives it up.
import { firstOf } from "../../core/how-many.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Job } from "../../core/job.ts";
import type { Lease } from "../../core/row.ts";
import { siteOf } from "../../work/site.ts";
import type { Claim } from "../../workspace/workspace.ts";
import { groundOf } from "../engine.ts";
import type { Folded } from "../fold.ts";
import type { Landing } from "../runner/driving.ts";
import type { RunnerParts } from "../runner-parts.ts";
import { ensureBase } from "./begin.ts";
import { crowdWords } from "./crowd.ts";
import { takeHere } from "./here.ts";
import { mergedFirst, openSpot } from "./open-spot.ts";
import { madeReady } from "./recheck.ts";
import { leaveSpot, takeOut } from "./take-out.ts";
import { mayHavePlaces, placeSite, writesWork } from "./where.ts";
import { warn } from "../run-options.ts";

/** @param left what is told of the work that isn't taken along */
export const landingIn = (parts: RunnerParts, run: string, left: string[]): Landing => ({
  ...parts,
  run,
  step: () => undefined,
  tell: (progress) => {
    if (progress.is === "warning" || progress.is === "note") left.push(progress.text);
  },
});

/** The first job of a run may be one that somebody claims: then its base is set. `true`: it was. Faults: those of a repository that doesn't fit. */
export const begunAt = async (landing: Landing, folded: Folded): Promise<boolean> => {
  if (!mayHavePlaces(landing.engine, folded)) return false;
  const why = await ensureBase(landing, folded, false);
  if (why !== null)
    landing.tell({ is: "note", text: `the job works in the checkout itself: ${why}` });
  return why === null;
};

/** Gives its place back. What was done there is taken out by then. */
export const leaveClaim = async (landing: Landing, claim: Claim): Promise<void> => {
  const now = await landing.folds.newest(landing.run);
  if (now !== null) await leaveSpot(landing, claim, now);
  await (await landing.engine.workspace.claims()).remove(claim);
};

/**
 * Makes it ready, under the lease. Fault SETUP_FAILED.
 * @param here in the user's checkout, where the job writes anything
 */
export const openClaim = async (
  landing: Landing,
  folded: Folded,
  job: Job,
  lease: Lease,
  here: boolean,
): Promise<Claim> => {
  const { engine } = landing;
  const inCheckout = here && writesWork(job);
  const merged = !inCheckout && (await mergedFirst(landing, folded, job));
  const newest = merged ? ((await landing.folds.newest(landing.run)) ?? folded) : folded;
  const spotted = inCheckout ? null : await openSpot(landing, newest, job);
  if (spotted === null) {
    const claim = { job, lease, ground: groundOf(engine, folded, job.key) };
    if (siteOf(folded.state) !== null) await (await engine.workspace.claims()).keep(claim);
    return claim;
  }
  const { spot, ground } = spotted;
  // What somebody writes is read where it lies, in a clean checkout, too.
  const { at: _, ...lies } = ground;
  const claim = { job, lease, ground: lies, spot };
  const crowd = await crowdWords(engine, spot.root);
  if (crowd !== null) landing.tell({ is: "note", text: crowd });
  await (await engine.workspace.claims()).keep(claim);
  try {
    await madeReady(engine, spotted);
  } catch (error) {
    await leaveClaim(landing, claim);
    throw error;
  }
  return claim;
};

type Found = Pick<Awaited<ReturnType<typeof takeOut>>, "tree" | "documents">;
const nothing: Found = { tree: null, documents: [] };

/** Says to the ledger what was done. A refusal: nothing of it counts. */
export const takeClaim = async (
  landing: Landing,
  folded: Folded,
  claim: Claim,
): Promise<Found | Refusal> => {
  if (claim.spot === undefined) {
    const { lease, job } = claim;
    return (
      (await takeHere(landing, folded, job, { fence: lease.fence, agent: lease.holder.agent })) ??
      nothing
    );
  }
  const out = await takeOut(landing, claim, folded);
  return out.untold ?? out;
};

/** Claims that are kept, since not all of their work could be taken: that is told once. */
const told = new WeakMap<Landing["folds"], Set<number>>();

/** Why a place has to stay; null: all of it was taken. */
const unswept = async (landing: Landing, claim: Claim): Promise<string | null> => {
  const { engine, folds, run } = landing;
  const folded = await folds.newest(run);
  if (folded === null || claim.spot === undefined) return null;
  const out = await takeClaim(landing, folded, claim);
  if (isRefusal(out)) return `${out.code}: ${out.text}`;
  const strays = claim.spot.takes
    ? await (await engine.workspace.places()).strays(placeSite(engine, run, folded), claim.spot.key)
    : [];
  return strays.length === 0 ? null : firstOf(strays, 6);
};

/** Of jobs whose lease is over: what was done is taken, and their places go; true: that was news. */
export const sweepClaims = async (landing: Landing): Promise<boolean> => {
  const { engine, folds, run, tell } = landing;
  const claims = await (await engine.workspace.claims()).of(run);
  if (claims.length === 0) return false;
  // Leases are looked at after what was kept under them, and are there before it.
  const held = new Set((await engine.ledger.leases(run)).map(({ fence }) => fence));
  const known = told.get(folds) ?? new Set<number>();
  told.set(folds, known);
  let swept = false;
  for (const claim of claims.filter(
    ({ lease }) => !held.has(lease.fence) && !known.has(lease.fence),
  )) {
    const why = await unswept(landing, claim);
    if (why === null) {
      await leaveClaim(landing, claim);
      swept = true;
    } else {
      known.add(claim.lease.fence);
      warn(tell, `not all that ${claim.lease.job} left in ${claim.ground.root} was taken: ${why}`);
    }
  }
  return swept;
};
