// Why: finished work whose lease is over (clocks jump, looks are stale, a halt refused it) is handed in under a new one while its job is wanted and nobody has it.
import type { Lease } from "../../core/row.ts";
import type { SpoolEntry } from "../../workspace/workspace.ts";
import type { Driving } from "./driving.ts";
import { granterText } from "./granter.ts";

/** For the holder that did the work; null: the job is no longer wanted, or somebody has it. Its key names the try: another one has another. */
export const retake = async (
  { engine, folds, leaseMs, run }: Driving,
  entry: SpoolEntry,
): Promise<Lease | null> => {
  const { job, lease } = entry.job;
  const folded = await folds.newest(run);
  const wanted = folded?.protocol.jobs(folded.state).some((one) => one.key === job.key) === true;
  if (!wanted || entry.exit === null) return null;
  const host = granterText(engine.machine, engine.workspace.processes.self);
  const answer = await engine.ledger.lease({
    do: "take",
    run,
    job: job.key,
    holder: lease.holder,
    ms: leaseMs,
    host,
  });
  if (answer.is !== "granted") return null;
  if (answer.lease.fence > lease.fence) return answer.lease;
  // Fences grow with each grant: this one was never given, so nobody of ours did the work.
  await engine.ledger.lease({ do: "end", run, token: answer.lease.token });
  return null;
};
