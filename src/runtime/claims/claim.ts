// Claim of a job by a person or an agent in its own chat, under the same leases as hosted agents.
import { agentNameWrong } from "../../core/agents/agent-name.ts";
import type { Job } from "../../core/job.ts";
import type { Sender } from "../../core/protocol.ts";
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import type { Holder, Lease } from "../../core/row.ts";
import { briefIn } from "../jobs/brief.ts";
import { countBegin, spentElsewhere } from "../jobs/budget.ts";
import { createDue } from "../jobs/due.ts";
import type { Engine } from "../engine.ts";
import { unknownRun } from "../find.ts";
import { type Folded, jobIn } from "../fold.ts";
import { handOver } from "../jobs/handover.ts";
import { begunAt, landingIn, leaveClaim, openClaim } from "./place.ts";
import type { Claimed, Sent } from "../results.ts";
import type { Claim } from "../../workspace/workspace.ts";
import type { Landing } from "../runner/driving.ts";
import type { RunnerParts } from "../runner-parts.ts";
import { unhosted } from "../jobs/default-outcomes.ts";
import { claimable, isEarlier } from "./claimable.ts";
import { claimMs, stale } from "./token.ts";
import { endLease } from "../jobs/leases.ts";

/** After a resumed run or a cancelled job, the old process may take a while to exit. */
const stillAtIt = async (
  { workspace }: Engine,
  run: string,
  wanted: Job,
): Promise<Refusal | null> => {
  const found = (await workspace.spool.list(run)).entries.find(
    ({ job, exit, host }) =>
      isEarlier(job, wanted) &&
      exit === null &&
      host?.is === "host" &&
      workspace.processes.alive(host.process),
  );
  if (found === undefined) return null;
  return refuse(
    "JOB_UNREADY",
    `${wanted.key} may not begin: the process of ${found.job.job.key} is still at work`,
    { fits: "a runner stops it where it is no longer wanted; claim again once it is gone" },
  );
};

/** The job of that name if it can be claimed now. */
const wantedNow = async (
  landing: Landing,
  folded: Folded,
  name: string,
): Promise<Job | Refusal> => {
  const { engine, folds, run } = landing;
  const { standings } = createDue(engine, folds);
  const look = async (): Promise<Job | Refusal> => {
    const all = await standings(run);
    return isRefusal(all) ? all : claimable(all, name);
  };
  const first = await look();
  if (isRefusal(first)) return first;
  const wanted = (await begunAt(landing, folded)) ? await look() : first;
  return isRefusal(wanted) ? wanted : ((await stillAtIt(engine, run, wanted)) ?? wanted);
};

/** Nothing of the job has begun yet. */
export const grantTo = async (
  { ledger, machine }: Engine,
  run: string,
  { key }: Job,
  holder: Holder,
): Promise<Lease | Refusal> => {
  const ask = { do: "take", run, job: key, holder, ms: claimMs, host: machine() } as const;
  const answer = await ledger.lease(ask);
  if (answer.is === "granted") return answer.lease;
  return answer.is === "held"
    ? refuse("JOB_HELD", `${answer.held.holder.name} holds ${key} until ${answer.held.until}`)
    : stale(answer.is === "fenced" ? answer.by : null);
};

/** Records its start. */
const begin = async (
  landing: Landing,
  { protocol }: Folded,
  job: Job,
  lease: Lease,
): Promise<Sent | Refusal> => {
  const { door, run } = landing;
  const { holder } = lease;
  const besides =
    (await spentElsewhere(landing)) ??
    (holder.agent === null ? [] : await countBegin(landing, job, lease));
  if (isRefusal(besides)) return besides;
  const outcome = unhosted(holder, { is: "granted" });
  return handOver(door, { run, protocol, job, lease, outcome, besides }, false);
};

/** Prepares where a granted job is worked on and records its start, or gives its lease back. */
export const startClaim = async (
  landing: Landing,
  folded: Folded,
  job: Job,
  lease: Lease,
  here: boolean,
): Promise<{ readonly claim: Claim; readonly events: Sent["events"] } | Refusal> => {
  const { engine, folds, run } = landing;
  const newest = (await folds.newest(run)) ?? folded;
  const claim = await openClaim(landing, newest, job, lease, here).catch(async (error: unknown) => {
    await endLease(engine, lease);
    throw error;
  });
  const begun = await begin(landing, folded, job, lease);
  if (!isRefusal(begun)) return { claim, events: begun.events };
  await leaveClaim(landing, claim);
  await endLease(engine, lease);
  return begun;
};

/**
 * Claims a job, with its place. Fault SETUP_FAILED, and those of places.
 * @param here in the user's checkout, whose differences from the run's base are the job's work
 */
export const claimJob = async (
  parts: RunnerParts,
  run: string,
  name: string,
  by: Sender,
  here = false,
): Promise<Claimed | Refusal> => {
  const { engine, folds } = parts;
  const folded = await folds.newest(run);
  if (folded === null) return unknownRun(run);
  if (folded.protocol.life(folded.state) === "paused")
    return refuse("RUN_PAUSED", "the run is paused: resume it first");
  const told: string[] = [];
  const landing = landingIn(parts, run, told);
  const wanted = await wantedNow(landing, folded, name);
  if (isRefusal(wanted)) return wanted;
  // The holder of a job counts as an agent from now on, whatever they were before.
  const misnamed = agentNameWrong(by.name);
  if (misnamed !== null) return misnamed;
  const { agent = null, conversation = null } = by;
  const lease = await grantTo(engine, run, wanted, { name: by.name, agent, conversation });
  if (isRefusal(lease)) return lease;
  const started = await startClaim(landing, folded, wanted, lease, here);
  if (isRefusal(started)) return started;
  const { claim } = started;
  const now = (await folds.newest(run)) ?? folded;
  return {
    lease,
    brief: await briefIn(engine, now, jobIn(now, wanted.key) ?? wanted, claim),
    place: claim.spot === undefined ? null : claim.ground.root,
    told,
  };
};
