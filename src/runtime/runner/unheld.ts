// Why: a job that began and that nobody holds, a lease that ran out, a lease whose taker died before it made a spool: each is noticed and told.
import type { Job } from "../../core/job.ts";
import type { Lease } from "../../core/row.ts";
import { type Driving, engineHolder, markOf, sweepMs } from "./driving.ts";
import { granterOf, granterText } from "./granter.ts";
import type { Look } from "./look.ts";
import { settleUnheld } from "./settle.ts";

export type Unheld = {
  /** What was done, a phrase each. */
  readonly changed: readonly string[];
  /** Another runner has these in hand. */
  readonly busy: readonly Lease[];
  /** Somebody from outside has these. */
  readonly claimed: readonly Lease[];
};

/** `spooled`: fences that have a folder in the spool. */
export const tendUnheld = async (driving: Driving, seen: Look, spooled: ReadonlySet<number>): Promise<Unheld> => {
  const { engine, leaseMs, run, step } = driving;
  const { ledger, workspace } = engine;
  const jobs = new Map(seen.jobs.map((job) => [job.key, job]));
  const free = seen.leases.filter((lease) => !spooled.has(lease.fence));
  const busy: Lease[] = [];
  const claimed: Lease[] = [];
  const changed: string[] = [];
  const did = (what: string, news = true): void => void (news && changed.push(what));
  const host = granterText(engine.machine, workspace.processes.self);

  const takerDied = (lease: Lease): boolean => {
    const { machine, process } = granterOf(lease);
    return process !== null && machine === engine.machine && !workspace.processes.alive(process);
  };
  /** With its host and its spool gone nobody ends what it had started, which would work on beside whoever is next. */
  const sweep = async (lease: Lease): Promise<void> => {
    const { machine, process } = granterOf(lease);
    if (process !== null && machine === engine.machine) await workspace.processes.sweep(markOf(lease), sweepMs);
  };
  /** Taken first, which only a lapsed lease lets happen: its runner may just have renewed it to begin. */
  const freeLapsed = async ({ job }: Lease): Promise<void> => {
    const answer = await ledger.lease({ do: "take", run, job, holder: engineHolder, ms: leaseMs, host });
    if (answer.is === "granted") await ledger.lease({ do: "end", run, token: answer.lease.token });
  };
  /** What was listed already and is none of `spooled` was refused for good, and stays. */
  const listed = new Set(seen.entries.map((entry) => entry.fence));
  const spooledSince = async (fence: number): Promise<boolean> =>
    !listed.has(fence) && (await workspace.spool.list(run)).entries.some((entry) => entry.fence === fence);

  const now = engine.now();
  const isOver = ({ outside, begun, deadline, expires }: Job): boolean =>
    outside === true && begun && [deadline, expires].some((time) => time !== undefined && time <= now);
  // While nobody reached the server, whoever has the job couldn't say how it ended.
  const graced = ledger.grace !== undefined && seen.jobs.some(isOver) && ((await ledger.grace()) ?? "") > now;
  const isLate = (job: Job): boolean => !graced && isOver(job) && job.deadline !== undefined && job.deadline <= now;

  for (const lease of free) {
    const job = jobs.get(lease.job);
    if (job !== undefined && isLate(job) && granterOf(lease).process === null) {
      // The lease stays its holder's: what he brings late may still be taken.
      did(`${job.key} was given up, its time being over`, await settleUnheld(driving, job, lease, lease, "timeout"));
      claimed.push(lease);
    } else if (lease.until <= seen.now) {
      did(`the lease on ${lease.job} that ran out was tended`);
      if (job?.begun === true) {
        await sweep(lease);
        await settleUnheld(driving, job, lease, lease, "lapsed");
      }
      // A spool that was made since it was listed is judged at the next look.
      else if (!(await spooledSince(lease.fence))) await freeLapsed(lease);
    } else if (takerDied(lease)) {
      did(`the lease on ${lease.job} whose taker died was tended`);
      // It may have made its spool after ours was listed, and died then.
      if (!(await spooledSince(lease.fence))) {
        await sweep(lease);
        await ledger.lease({ do: "end", run, token: lease.token });
      }
    } else if (granterOf(lease).process === null) claimed.push(lease);
    else busy.push(lease);
    await step("lease tended");
  }

  const held = new Set(seen.leases.map((lease) => lease.job));
  const pending = new Set(seen.entries.filter((entry) => spooled.has(entry.fence)).map((entry) => entry.job.job.key));
  const isLost = (job: Job): boolean => {
    if (!job.begun || held.has(job.key) || pending.has(job.key) || job.kind === "decision" || job.child !== undefined) return false;
    return job.outside !== true || (!graced && isOver(job));
  };
  for (const job of seen.jobs.filter(isLost)) {
    // Only one runner may say so; by its lease it also keeps anybody from beginning it meanwhile.
    const answer = await ledger.lease({ do: "take", run, job: job.key, holder: engineHolder, ms: leaseMs, host });
    if (answer.is === "held") busy.push(answer.held);
    if (answer.is !== "granted") continue;
    await step("lost job taken");
    // Where saying so is refused nothing has changed, and asking again at once would never end.
    const reason = isLate(job) ? "timeout" : job.outside === true ? "lapsed" : "lost";
    did(`${job.key} was told as ${reason}`, await settleUnheld(driving, job, answer.lease, null, reason));
  }
  return { changed, busy, claimed };
};
