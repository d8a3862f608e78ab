// Hand-in of a job by the holder of its token: tried while its author can still mend it, and the end of its lease once it counts.
import { mostLevels } from "../../core/json/depth.ts";
import type { Job, Result } from "../../core/job.ts";
import { asBriefed, refusedReason } from "../../core/reports/misfit.ts";
import type { Protocol } from "../../core/protocol.ts";
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import { readReport } from "../../core/reports/report-block.ts";
import type { Lease } from "../../core/row.ts";
import type { Claim, Ground } from "../../workspace/workspace.ts";
import { holderName, useOf } from "../jobs/budget.ts";
import { mustBring } from "../carry/bring.ts";
import type { Engine } from "../engine.ts";
import { unknownRun } from "../find.ts";
import type { Folded } from "../fold.ts";
import { type Handover, handOver } from "../jobs/handover.ts";
import type { Sent } from "../results.ts";
import type { RunnerParts } from "../runner-parts.ts";
import { unheard, unhosted } from "../jobs/default-outcomes.ts";
import { dueJob } from "./claimable.ts";
import { heldLease } from "./token.ts";
import { claimOf, groundNow, untakeable } from "./workplace.ts";
import { endLease } from "../jobs/leases.ts";

/** Validates a report while its author can still submit another; an accepted invalid one would cost the attempt. */
const unread = (protocol: Protocol, job: Job, report: unknown): Refusal | null => {
  const { found } = readReport("", [report], job.key);
  if (found === "foreign")
    return refuse(
      "REPORT_FOREIGN",
      `the report names another job than ${job.key}, which the token is for`,
      { fits: `"job": "${job.key}", or no job at all` },
    );
  if (found !== "one")
    return refuse(
      "REPORT_MISFIT",
      `the report holds lists or objects more than ${mostLevels} levels deep`,
      asBriefed,
    );
  return protocol.misfit?.(job, report) ?? null;
};

/** Texts of the files that the job permits reading. */
const textsOf = async (
  engine: Engine,
  ground: Ground,
  { reads }: Job,
): Promise<Readonly<Record<string, string>>> => {
  const { files } = await engine.workspace.facts(ground, { files: reads }, engine.now());
  return Object.fromEntries(
    Object.entries(files).flatMap(([path, file]) => (file === null ? [] : [[path, file.text]])),
  );
};

const takeWork = async (parts: RunnerParts, folded: Folded, claim: Claim, isOver: boolean) => {
  const { landingIn, leaveClaim, takeClaim } = await import("./place.ts");
  const left: string[] = [];
  const landing = landingIn(parts, claim.lease.run, left);
  const untaken = claim.spot === undefined && !isOver;
  const work = untaken ? null : await takeClaim(landing, folded, claim);
  if (isRefusal(work)) return work;
  return { work, left, leave: () => leaveClaim(landing, claim) };
};

/** Takes the work, sends its outcome, counts its usage, and ends the lease. */
const finish = async (
  parts: RunnerParts,
  folded: Folded,
  handover: Handover & { readonly lease: Lease },
  claim: Claim | null,
): Promise<Sent | Refusal> => {
  const { engine, folds, door } = parts;
  const { run, job, lease, outcome } = handover;
  const taken =
    claim === null ? null : await takeWork(parts, folded, claim, outcome.is === "ended");
  if (isRefusal(taken)) return taken;
  const { tree = null, documents = [] } = taken?.work ?? {};
  const { holder, fence } = lease;
  const unstarted = outcome.is === "unstarted";
  const use = { job, fence, agent: holderName(holder, job), ms: null, unstarted };
  // Work by a person uses no limited resources.
  const counted = holder.agent === null ? null : await useOf({ engine, folds, run }, use);
  const own = counted?.run === run;
  const besides = own ? [counted.said] : [];
  const facts = { ...(tree ?? outcome.tree), ...(documents.length === 0 ? {} : { documents }) };
  const ended = { ...handover, outcome: { ...outcome, tree: facts }, besides };
  const sent = await handOver(door, ended, false);
  if (isRefusal(sent)) return sent;
  if (counted !== null && !own)
    await door({ run: counted.run, said: [counted.said], id: counted.id });
  await endLease(engine, lease);
  await taken?.leave();
  const left = taken?.left ?? [];
  return left.length === 0 ? sent : { ...sent, left };
};

/** What fails because somebody handed in with this token meanwhile is a stale token's. */
const asHolder = async (
  engine: Engine,
  run: string,
  token: string,
  act: (lease: Lease) => Promise<Sent | Refusal>,
): Promise<Sent | Refusal> => {
  const lease = await heldLease(engine, run, token);
  if (isRefusal(lease)) return lease;
  const sent = act(lease);
  const isIn = await sent.then((one) => !isRefusal(one)).catch(() => false);
  const now = isIn ? lease : await heldLease(engine, run, token);
  return isRefusal(now) ? now : sent;
};

const handIn = async (
  parts: RunnerParts,
  lease: Lease,
  result: Result,
): Promise<Sent | Refusal> => {
  const { engine, folds, door } = parts;
  const { workspace } = engine;
  const { spool } = workspace;
  const { run } = lease;
  const folded = await folds.newest(run);
  if (folded === null) return unknownRun(run);
  const job = dueJob(folded, lease.job);
  if (isRefusal(job)) {
    const lost = await (await workspace.claims()).read(run, lease.fence);
    return lost?.spot?.takes === true
      ? { ...job, text: `${job.text}: what you did lies in ${lost.ground.root}` }
      : job;
  }
  const { protocol } = folded;
  const spooled = await spool.of(run, lease.fence);
  /** Stores the refusal too: if the program exits silently, it becomes the reason of the failure. */
  const told = async (refused: Refusal): Promise<Refusal> => {
    if (spooled !== null) await spool.refuse(spooled.folder, refusedReason(refused));
    return refused;
  };
  const isOver = result.is === "ended";
  const wrong = isOver ? unread(protocol, job, result.report) : null;
  if (wrong !== null) return told(wrong);
  const claim = spooled === null ? await claimOf(engine, folded, job, lease, !isOver) : null;
  if (isRefusal(claim)) return claim;
  const astray = claim === null ? null : await untakeable(engine, folded, claim);
  if (astray !== null && (isOver || astray.code !== "PLACE_GONE")) return astray;
  await mustBring(engine, run, folded);
  const ground = await groundNow(engine, folded, claim ?? spooled?.job ?? null, lease);
  const files = await textsOf(engine, ground, job);
  const outcome = { ...unhosted(lease.holder, result), hosted: spooled !== null, files };
  const handover = { run, protocol, job, lease, outcome };
  // A refusal changes nothing: the author continues, and no work is taken yet.
  const tried = isOver ? await handOver(door, { ...handover, dry: true, ground }, false) : null;
  if (isRefusal(tried)) return told(tried);
  if (spooled === null || !isOver) return finish(parts, folded, handover, claim);
  // The process continues; the report takes effect when it ends.
  await spool.report(spooled.folder, result.report);
  return { run, events: [], version: folded.version };
};

/** A hosted job's report waits in its spool until the process ends; an external one is sent at once and ends the lease. */
export const report = (
  parts: RunnerParts,
  run: string,
  token: string,
  given: unknown,
): Promise<Sent | Refusal> => {
  const result = { ...unheard, exit: 0, reason: "exit", report: given, found: "one" } as const;
  return asHolder(parts.engine, run, token, (lease) => handIn(parts, lease, result));
};

export const release = async (
  parts: RunnerParts,
  run: string,
  token: string,
  reason: string,
): Promise<Sent | Refusal> =>
  asHolder(parts.engine, run, token, async (lease) =>
    (await parts.engine.workspace.spool.of(run, lease.fence)) === null
      ? handIn(parts, lease, { is: "unstarted", why: reason })
      : refuse("JOB_HELD", `${lease.job} is hosted: its process gives it back by ending`, {
          fits: "report that it failed, and end",
        }),
  );
