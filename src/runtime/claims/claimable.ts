// Choice of the job that an external worker may take now.
import type { Job } from "../../core/job.ts";
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import type { SpoolJob } from "../../workspace/workspace.ts";
import { type Folded, jobIn } from "../fold.ts";
import { findJob } from "../jobs/standing.ts";
import type { Standing } from "../results.ts";

export const dueJob = (folded: Folded, key: string): Job | Refusal =>
  jobIn(folded, key) ??
  refuse("JOB_UNKNOWN", `${key} is no longer due`, { fits: "`cairn status --next` shows what is" });

/** A hosted attempt of another job on the same subject: both would undo each other's work. */
export const isEarlier = ({ agent, job }: SpoolJob, next: Job): boolean =>
  agent !== null && job.role === next.role && job.subject === next.subject && job.key !== next.key;

/** The job of that name, if an external worker may take it now. */
export const claimable = (standings: readonly Standing[], name: string): Job | Refusal => {
  // Checks of the same unit can't be claimed, so they don't make the name ambiguous.
  const agents = standings.filter(
    ({ job: { kind, key, subject } }) => kind === "agent" && (key === name || subject === name),
  );
  const found = findJob(agents.length > 0 ? agents : standings, name);
  if (isRefusal(found)) return found;
  const { job, lease, is, why } = found;
  if (job.child !== undefined) {
    return refuse("JOB_UNREADY", `${job.key} is a run of its own, nothing to claim`, {
      fits: "`cairn run` starts it and drives it",
    });
  }
  if (job.kind !== "agent") {
    return refuse("JOB_UNREADY", `${job.key} is a ${job.kind}, nothing to claim`, {
      fits: job.kind === "decision" ? "`cairn decide`" : "`cairn run` runs it",
    });
  }
  if (is === "running") {
    return refuse(
      "JOB_HELD",
      `${lease?.holder.name ?? "another worker"} holds ${job.key} until ${lease?.until ?? "it ends"}`,
      { fits: "`cairn status --next` shows what may be claimed" },
    );
  }
  return is === "ready" && lease === null
    ? job
    : refuse("JOB_UNREADY", `${job.key} may not begin: ${why ?? "it isn't due"}`, {
        fits: "`cairn run --hand` does what is the engine's to do, and starts no agent",
      });
};
