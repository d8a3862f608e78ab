// The end of one hosted job by a person's word, while the run goes on.
import { refuse, type Refusal } from "../core/refusal.ts";
import type { Standing } from "./system.ts";

/** @param end stops its host, and tells which jobs it stopped */
export const stopJob = async (
  { job, lease, is, on }: Standing,
  end: () => Promise<readonly string[]>,
): Promise<{ readonly run: string; readonly job: string } | Refusal> => {
  if (lease === null || is !== "running")
    return refuse("JOB_IDLE", `nobody is at work on ${job.key}`, { fits: "`cairn status` shows what is under way" });
  if (on !== undefined) return refuse("JOB_ELSEWHERE", `${job.key} is done on ${on.machine}`, { fits: "stop it there" });
  const stopped = await end();
  return stopped.includes(job.key)
    ? { run: lease.run, job: job.key }
    : refuse("JOB_UNHOSTED", `${job.key} wasn't started by Cairn, so it can't be stopped: ${lease.holder.name} claimed it`, {
        fits: "who claimed it gives it back by `cairn release`",
      });
};
