// Whether a job's place is by now another's.
import type { SpoolEntry } from "../../workspace/workspace.ts";
import type { Driving } from "../runner/driving.ts";

/** Somebody was given the job, and its folder, anew: what lies there now is his. */
export const isPast = async ({ engine, run }: Pick<Driving, "engine" | "run">, entry: SpoolEntry): Promise<boolean> => {
  const { entries } = await engine.workspace.spool.list(run);
  return entries.some(({ fence, job }) => fence > entry.fence && job.spot?.key === entry.job.spot?.key);
};
