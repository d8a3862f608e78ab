// Begun jobs without a process, lapsed leases and leases of dead processes: found, settled and reported as lost.
import type { Job } from "../../core/job.ts";
import { isRefusal } from "../../core/refusal.ts";
import type { Lease } from "../../core/row.ts";
import { countUse, holderName } from "../jobs/budget.ts";
import { groundOf } from "../engine.ts";
import { jobIn } from "../fold.ts";
import { handOver } from "../jobs/handover.ts";
import { takeLeft, takeOut, warnUntaken } from "../landing/take-out.ts";
import { unheard, unhosted } from "../jobs/default-outcomes.ts";
import { causeOf, type Driving, engineHolder, markOf, sweepMs } from "./driving.ts";
import { letGo } from "./settle.ts";
import { warn } from "../run-options.ts";
import type { ProcessId } from "../../workspace/workspace.ts";
import { granterOf, granterText } from "./granter.ts";
import type { Look } from "./look.ts";
import { endLease } from "../jobs/leases.ts";

const notes = {
  lost: () => "it began, and nobody holds it",
  lapsed: (name: string) => `${name} let its lease run out`,
  timeout: () => "its time is over, and nobody told how it ended",
} as const;

/** Settles a begun job without a holder, or with an external holder whose lease or time ran out; true: something changed. A lease that outlasts the time limit stays. */
const settleUnheld = async (
  driving: Driving,
  job: Job,
  lease: Lease,
  held: Lease | null,
  reason: keyof typeof notes,
): Promise<boolean> => {
  const { door, engine, folds, run } = driving;
  const folded = await folds.newest(run);
  let news = false;
  const still = folded === null ? undefined : jobIn(folded, job.key);
  if (folded !== null && still?.begun === true) {
    const claim = (await (await engine.workspace.claims()).of(run)).findLast(
      (one) => one.lease.job === job.key,
    );
    if (claim === undefined) await takeLeft(driving, folded, still, (held ?? lease).holder);
    else if (claim.spot !== undefined) {
      const { untold } = await takeOut(driving, claim, folded);
      if (untold !== null) warnUntaken(driving.tell, job, untold);
    }
    const { holder } = held ?? lease;
    const end = { ...unheard, exit: null, reason, report: null, found: "none" } as const;
    const outcome = unhosted(holder, end);
    const { protocol } = folded;
    const id = causeOf(lease, "given up");
    // What its place held counts as its own, though nobody holds it any more.
    const ground = groundOf(engine, (await folds.newest(run)) ?? folded, job.key);
    const told = { run, protocol, job: still, lease: held, outcome, id, ground };
    const sent = await handOver(door, told);
    news = !isRefusal(sent) && sent.events.length > 0;
    if (news)
      await countUse(driving, {
        job: still,
        fence: lease.fence,
        agent: holderName(holder, still),
        ms: null,
        unstarted: false,
      });
    if (isRefusal(sent))
      warn(
        driving.tell,
        `${job.key} is ${reason}, and saying so was refused: ${sent.code}: ${sent.text}`,
      );
    else driving.tell({ is: "job", key: job.key, what: "lost", note: notes[reason](holder.name) });
  }
  if (reason !== "timeout" || held === null) await letGo(driving, lease);
  return news;
};

type Unheld = {
  /** A phrase per action. */
  readonly changed: readonly string[];
  /** Leases that another runner handles. */
  readonly busy: readonly Lease[];
  /** Leases of external workers. */
  readonly claimed: readonly Lease[];
};
type Found = { readonly [K in keyof Unheld]: Unheld[K][number][] };
type Clock = Awaited<ReturnType<typeof clockOf>>;

/** Which jobs have exceeded their time limit. */
const clockOf = async ({ engine: { ledger, now: clock } }: Driving, { jobs }: Look) => {
  const now = clock();
  const isOver = ({ outside, begun, deadline, expires }: Job): boolean =>
    outside === true &&
    begun &&
    [deadline, expires].some((time) => time !== undefined && time <= now);
  // During a server outage holders couldn't report the end.
  const graced =
    ledger.grace !== undefined && jobs.some(isOver) && ((await ledger.grace()) ?? "") > now;
  return {
    isOver: (job: Job): boolean => !graced && isOver(job),
    isLate: (job: Job): boolean =>
      !graced && isOver(job) && job.deadline !== undefined && job.deadline <= now,
  };
};

/** Grants only an unheld job; meanwhile nothing else begins or reports it. */
const take = (
  { engine: { ledger, machine, workspace }, run, leaseMs: ms }: Driving,
  job: string,
): ReturnType<typeof ledger.lease> => {
  const host = granterText(machine(), workspace.processes.self);
  return ledger.lease({ do: "take", run, job, holder: engineHolder, ms, host });
};

/** The process that took it, if it is or was on this machine. */
const takerOf = ({ engine }: Driving, lease: Lease): ProcessId | null => {
  const { machine, process } = granterOf(lease);
  return engine.isHere(machine) ? process : null;
};

/** With host and spool gone, nothing else ends its remaining processes, which would interfere with the next holder. */
const sweep = async (driving: Driving, lease: Lease): Promise<void> => {
  if (takerOf(driving, lease) !== null)
    await driving.engine.workspace.processes.sweep(markOf(lease), sweepMs);
};

/** A listed entry whose folder is gone from the spool was refused for good, and stays. */
const isSpooledSince = async (
  { engine, run }: Driving,
  { entries }: Look,
  { fence }: Lease,
): Promise<boolean> => {
  const isListed = entries.some((entry) => entry.fence === fence);
  return !isListed && (await engine.workspace.spool.of(run, fence)) !== null;
};

/** For one without a folder in the spool. */
const tendLease = async (
  driving: Driving,
  seen: Look,
  lease: Lease,
  { isLate }: Clock,
  found: Found,
): Promise<void> => {
  const { workspace } = driving.engine;
  const key = lease.job;
  const job = seen.jobs.find((one) => one.key === key);
  const taker = takerOf(driving, lease);
  if (job !== undefined && isLate(job) && granterOf(lease).process === null) {
    // The holder keeps the lease: late work may still be taken.
    if (await settleUnheld(driving, job, lease, lease, "timeout"))
      found.changed.push(`${key} was given up, its time being over`);
    found.claimed.push(lease);
  } else if (lease.until <= seen.now) {
    found.changed.push(`the lease on ${key} that ran out was tended`);
    if (job?.begun === true) {
      await sweep(driving, lease);
      await settleUnheld(driving, job, lease, lease, "lapsed");
    }
    // A spool created after the listing is judged on the next look.
    else if (!(await isSpooledSince(driving, seen, lease))) {
      // Takes the lease first, which only works if it lapsed: its runner may have renewed it to begin.
      const answer = await take(driving, key);
      if (answer.is === "granted") await endLease(driving.engine, answer.lease);
    }
  } else if (taker !== null && !workspace.processes.alive(taker)) {
    found.changed.push(`the lease on ${key} whose taker died was tended`);
    // Its runner may have created the spool after our listing, and died then.
    if (!(await isSpooledSince(driving, seen, lease))) {
      await sweep(driving, lease);
      await endLease(driving.engine, lease);
    }
  } else if (granterOf(lease).process === null) found.claimed.push(lease);
  else found.busy.push(lease);
  await driving.step("lease tended");
};

const tellLost = async (
  driving: Driving,
  job: Job,
  { isLate }: Clock,
  found: Found,
): Promise<void> => {
  const answer = await take(driving, job.key);
  if (answer.is === "held") found.busy.push(answer.held);
  if (answer.is !== "granted") return;
  await driving.step("lost job taken");
  const reason = isLate(job) ? "timeout" : job.outside === true ? "lapsed" : "lost";
  // A refusal changes nothing, and retrying at once would loop forever.
  if (await settleUnheld(driving, job, answer.lease, null, reason))
    found.changed.push(`${job.key} was told as ${reason}`);
};

/** `spooled`: fences that have a folder in the spool. */
export const tendUnheld = async (
  driving: Driving,
  seen: Look,
  spooled: ReadonlySet<number>,
): Promise<Unheld> => {
  const found: Found = { changed: [], busy: [], claimed: [] };
  const clock = await clockOf(driving, seen);
  for (const lease of seen.leases)
    if (!spooled.has(lease.fence)) await tendLease(driving, seen, lease, clock, found);
  const held = new Set(seen.leases.map((lease) => lease.job));
  const pending = new Set(
    seen.entries.filter((entry) => spooled.has(entry.fence)).map((entry) => entry.job.job.key),
  );
  const isLost = (job: Job): boolean => {
    if (
      !job.begun ||
      held.has(job.key) ||
      pending.has(job.key) ||
      job.kind === "decision" ||
      job.child !== undefined
    )
      return false;
    return job.outside !== true || clock.isOver(job);
  };
  for (const job of seen.jobs.filter(isLost)) await tellLost(driving, job, clock, found);
  return found;
};
