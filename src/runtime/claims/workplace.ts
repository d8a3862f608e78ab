// Location of a claimed job's work, and whether it can be taken.
import type { Job } from "../../core/job.ts";
import { firstOf } from "../../core/words/how-many.ts";
import { type Refusal, refuse } from "../../core/refusal.ts";
import type { Lease } from "../../core/row.ts";
import { siteOf } from "../../landing/site.ts";
import type { AtWork, Claim, Ground } from "../../workspace/workspace.ts";
import { type Engine, groundOf } from "../engine.ts";
import type { Folded } from "../fold.ts";
import { checkoutSite, placeSite, writesWork } from "../landing/where.ts";
import { granterOf } from "../runner/granter.ts";

/**
 * null: there is no work to take.
 * @param undone it is given back, also where its work isn't known
 */
export const claimOf = async (
  engine: Engine,
  folded: Folded,
  job: Job,
  lease: Lease,
  undone: boolean,
): Promise<Claim | null | Refusal> => {
  if (siteOf(folded.state) === null) return null;
  const found = await (await engine.workspace.claims()).read(lease.run, lease.fence);
  if (found !== null) return found;
  const { machine } = granterOf(lease);
  if (!undone && !engine.isHere(machine))
    return refuse(
      "CLAIM_ELSEWHERE",
      `${job.key} was claimed on ${machine}, and what was done of it lies there`,
      {
        fits: "hand it in on that machine, or give it back there; if that machine is gone, its lease lapses",
      },
    );
  return undone
    ? { job, lease, ground: groundOf(engine, folded, job.key) }
    : refuse("TOKEN_STALE", `where ${job.key} was worked on isn't known any more`, {
        fits: "give it back by `cairn job release`, and claim it again",
      });
};

/** Why the work in a claim's place can't be taken yet; null: it can. */
export const untakeable = async (
  engine: Engine,
  folded: Folded,
  { spot, ground, lease }: Claim,
): Promise<Refusal | null> => {
  if (spot?.takes !== true) return null;
  const places = await engine.workspace.places();
  const at = placeSite(engine, lease.run, folded);
  if ((await places.folder(at, spot.key)) === null)
    return refuse("PLACE_GONE", `the place of ${lease.job} isn't there any more: ${ground.root}`, {
      fits: "give the job back by `cairn job release`, and claim it again",
    });
  const strays = await places.strays(at, spot.key);
  return strays.length === 0
    ? null
    : refuse(
        "WORK_ASTRAY",
        `what is checked out in ${ground.root} doesn't hold all that was done there: ${firstOf(strays, 6)}`,
        {
          fits: "bring it into what is checked out there (`git merge`, `git stash pop`), or delete it; then repeat",
        },
      );
};

/** For unrecorded work: its commit as the engine's own git would record it. */
export const groundNow = async (
  engine: Engine,
  folded: Folded,
  held: AtWork | null,
  { run, job }: Lease,
): Promise<Ground> => {
  const ground = groundOf(engine, folded, job);
  if (ground.at === undefined || held === null || !writesWork(held.job)) return ground;
  const places = await engine.workspace.places();
  const seen =
    held.spot === undefined
      ? await places.here(checkoutSite(engine, run, folded))
      : await places.peek(placeSite(engine, run, folded), held.spot.key);
  return seen === null ? ground : { ...ground, at: { ...ground.at, commit: seen.commit } };
};
