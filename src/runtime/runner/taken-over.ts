// Jobs whose lease is over: taken again for finished work that is still due, else the current holder.
import type { Lease } from "../../core/row.ts";
import type { SpoolEntry } from "../../workspace/workspace.ts";
import { jobIn, pagesOf, recorded } from "../fold.ts";
import type { Driving } from "./driving.ts";
import { granterOf, granterText } from "./granter.ts";
import { endLease, takeLease } from "../jobs/leases.ts";
import type { Job } from "../../core/job.ts";
import { look } from "./look.ts";

/** For the holder that did the work; null: the job is no longer due, or has another holder. Its key names the attempt. */
export const retake = async (
  { engine, folds, leaseMs, run }: Driving,
  entry: SpoolEntry,
): Promise<Lease | null> => {
  const { job, lease } = entry.job;
  const folded = await folds.newest(run);
  const wanted = folded !== null && jobIn(folded, job.key) !== undefined;
  if (!wanted || entry.exit === null) return null;
  const host = granterText(engine.machine(), engine.workspace.processes.self);
  const ask = { run, job: job.key, holder: lease.holder, ms: leaseMs };
  const taken = await takeLease(engine, ask, host);
  if (taken === null || taken.fence > lease.fence) return taken;
  // Fences increase with each grant: this one was never granted, so no agent of ours did the work.
  await endLease(engine, taken);
  return null;
};

type Looking = Pick<Driving, "engine" | "folds" | "run">;
type Attempt = {
  readonly fence: number;
  readonly job: { readonly job: Pick<Job, "key" | "role" | "subject"> };
};

/** Fences are granted in order, so one above all in leases and events was never granted. A check's start is no event. */
const namesSuch = async ({ engine, run }: Looking, fence: number): Promise<boolean> => {
  for await (const rows of pagesOf(engine.ledger, run, 0))
    if (rows.some((row) => (recorded(row).by.fence ?? 0) >= fence)) return true;
  return false;
};

/** For an ignored attempt whose lease is over: who has the work now. */
export const takenOverWords = async (
  driving: Looking,
  { fence, job: { job } }: Attempt,
): Promise<string> => {
  const seen = await look(driving);
  const given =
    seen?.leases.some((lease) => lease.fence >= fence) === true ||
    (await namesSuch(driving, fence));
  if (!given) return "its lease was not handed over";
  const same = (seen?.jobs ?? []).filter(
    ({ role, subject }) => role === job.role && subject === job.subject,
  );
  const keys = new Set([job.key, ...same.map(({ key }) => key)]);
  const next = seen?.leases.findLast(
    (lease) => lease.fence > fence && keys.has(lease.job) && lease.until > seen.now,
  );
  const ranOut = "its lease ran out before it was handed in";
  if (next !== undefined) {
    const { machine } = granterOf(next);
    const where = driving.engine.isHere(machine) ? "this machine" : machine;
    return `${ranOut}; ${next.job} is at work on it now, by ${next.holder.name} on ${where}`;
  }
  const due = same.find(({ key, begun }) => key !== job.key && !begun);
  return due === undefined
    ? `${ranOut}, and others settled it since: \`cairn status ${driving.run}\` shows how it stands`
    : `${ranOut}, and others gave it up; ${due.key} is due`;
};
