// What somebody did by hand in the user's checkout, taken as a job's work: nothing fences it, and it lands on proof like any other.
import type { Job } from "../../core/job.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Lease } from "../../core/row.ts";
import { commitOf, siteOf, unitOf } from "../../work/site.ts";
import type { Engine } from "../engine.ts";
import type { Folded } from "../fold.ts";
import { engineSender } from "../handover.ts";
import type { Door } from "../send.ts";
import { placeSite, takeWork, writesWork } from "./where.ts";

/** null: taken, or there was nothing to take. */
export const takeHere = async (
  engine: Engine,
  door: Door,
  run: string,
  folded: Folded,
  job: Job,
  lease: Lease,
): Promise<Refusal | null> => {
  const site = siteOf(folded.state);
  if (site === null || !writesWork(job)) return null;
  const unit = unitOf(folded.protocol, job);
  const { commit, tree } = await (await engine.workspace.places()).here(placeSite(engine, run, folded));
  if (commit === site.base.commit || tree === commitOf(site, unit).tree) return null;
  // What hands did before lies in the checkout, too.
  const last = site.candidates[unit]?.doer ?? null;
  const from = last === null || last.agent === null ? null : site.base.commit;
  const command = takeWork(folded, job, lease.holder.agent, { commit, tree }, from);
  const sent = await door({
    run,
    said: [{ command, by: engineSender(null) }],
    id: `${run}/${job.key}/${lease.fence}/${commit}`,
  });
  return isRefusal(sent) ? sent : null;
};
