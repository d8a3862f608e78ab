// Place of a claimed job: created at the claim, its work taken when the job is submitted or released.
import { firstOf } from "../../core/words/how-many.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Job } from "../../core/job.ts";
import type { Lease } from "../../core/row.ts";
import { siteOf } from "../../landing/site.ts";
import type { Claim } from "../../workspace/workspace.ts";
import { groundOf } from "../engine.ts";
import type { Folded } from "../fold.ts";
import type { Landing } from "../runner/driving.ts";
import type { RunnerParts } from "../runner-parts.ts";
import { ensureBase } from "../landing/begin.ts";
import { takeHere } from "../landing/here.ts";
import { mergedFirst, openSpot } from "../landing/open-spot.ts";
import { madeReady } from "../checks/made-ready.ts";
import { leaveSpot, takeOut } from "../landing/take-out.ts";
import { placeSite, writesWork } from "../landing/where.ts";
import { warn } from "../run-options.ts";

/** @param left receives descriptions of work that isn't taken */
export const landingIn = (parts: RunnerParts, run: string, left: string[]): Landing => ({
  ...parts,
  run,
  step: () => undefined,
  tell: (progress) => {
    if (progress.is === "warning" || progress.is === "note") left.push(progress.text);
  },
});

/** Sets the run's base if its first job is a claimed one; `true`: it was set. Faults: those of an unsuitable repository. */
export const begunAt = async (landing: Landing, folded: Folded): Promise<boolean> => {
  if (siteOf(folded.state) !== null) return false;
  await ensureBase(landing, folded, false);
  return true;
};

/** Removes its place. Work in it has been taken by then. */
export const leaveClaim = async (landing: Landing, claim: Claim): Promise<void> => {
  const now = await landing.folds.newest(landing.run);
  if (now !== null) await leaveSpot(landing, claim, now);
  await (await landing.engine.workspace.claims()).remove(claim);
};

/**
 * Prepares it under the lease. Fault SETUP_FAILED.
 * @param here in the user's checkout, where the job may write anything
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
  if (inCheckout) {
    const claim = { job, lease, ground: groundOf(engine, folded, job.key) };
    await (await engine.workspace.claims()).keep(claim);
    return claim;
  }
  const spotted = await openSpot(landing, newest, job);
  const { spot, ground } = spotted;
  // A writing job is read where it works, even in a clean checkout.
  const { at: _, ...lies } = ground;
  const claim = { job, lease, ground: lies, spot };
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

/** Records the work. A refusal: none of it counts. */
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

/** Claims kept because their work couldn't be taken completely, each reported once. */
const told = new WeakMap<Landing["folds"], Set<number>>();

/** Why a place must be kept; null: all its work was taken. */
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

/** For jobs whose lease is over: takes their work and removes their places; true: something changed. */
export const sweepClaims = async (landing: Landing): Promise<boolean> => {
  const { engine, folds, run, tell } = landing;
  const claims = await (await engine.workspace.claims()).of(run);
  if (claims.length === 0) return false;
  // Reads leases after the stored claims, which are created later than their leases.
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
