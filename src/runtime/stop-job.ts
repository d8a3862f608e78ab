// The end of one hosted job by a person's word, while the run goes on.
import { refuse, type Refusal } from "../core/refusal.ts";
import type { Standing } from "./system.ts";

/**
 * @param end stops its host, and tells which jobs it stopped
 * @param fence of the only attempt that is meant; any if not said
 */
export const stopJob = async (
  { job, lease, is, on }: Standing,
  end: () => Promise<readonly string[]>,
  fence?: number,
): Promise<{ readonly run: string; readonly job: string } | Refusal> => {
  if (lease === null || is !== "running" || (fence ?? lease.fence) !== lease.fence)
    return refuse("JOB_IDLE", fence === undefined ? `nobody is at work on ${job.key}` : `that attempt at ${job.key} is over`, {
      fits: "`cairn status` shows what is under way",
    });
  if (on !== undefined) return refuse("JOB_ELSEWHERE", `${job.key} is done on ${on.machine}`, { fits: "stop it there" });
  const stopped = await end();
  return stopped.includes(job.key)
    ? { run: lease.run, job: job.key }
    : refuse("JOB_UNHOSTED", `${job.key} wasn't started by Cairn, so it can't be stopped: ${lease.holder.name} claimed it`, {
        fits: "who claimed it gives it back by `cairn release`",
      });
};
