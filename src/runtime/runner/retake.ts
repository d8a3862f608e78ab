// A new lease for finished work whose own is over (clocks jump, looks are stale, a halt refused it), while its job is wanted and no one else has it.
import type { Lease } from "../../core/row.ts";
import type { SpoolEntry } from "../../workspace/workspace.ts";
import { jobIn } from "../fold.ts";
import type { Driving } from "./driving.ts";
import { granterText } from "./granter.ts";
import { endLease, takeLease } from "../leases.ts";

/** For the holder that did the work; null: the job is no longer wanted, or somebody has it. Its key names the try: another one has another. */
export const retake = async (
  { engine, folds, leaseMs, run }: Driving,
  entry: SpoolEntry,
): Promise<Lease | null> => {
  const { job, lease } = entry.job;
  const folded = await folds.newest(run);
  const wanted = folded !== null && jobIn(folded, job.key) !== undefined;
  if (!wanted || entry.exit === null) return null;
  const host = granterText(engine.machine, engine.workspace.processes.self);
  const ask = { run, job: job.key, holder: lease.holder, ms: leaseMs };
  const taken = await takeLease(engine, ask, host);
  if (taken === null || taken.fence > lease.fence) return taken;
  // Fences grow with each grant: this one was never given, so no agent of ours did the work.
  await endLease(engine, taken);
  return null;
};
