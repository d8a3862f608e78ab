// Why: what the holder of a token says of its job is tried while he can still mend it, and ends his lease once it counts.
import { mostLevels } from "../core/depth.ts";
import type { Job, Result } from "../core/job.ts";
import { asBriefed, refusedAgain } from "../core/misfit.ts";
import type { Protocol } from "../core/protocol.ts";
import { isRefusal, type Refusal, refuse } from "../core/refusal.ts";
import { readReport } from "../core/report-block.ts";
import type { Lease } from "../core/row.ts";
import { siteOf } from "../work/site.ts";
import type { Claim } from "../workspace/workspace.ts";
import { holderName, useOf } from "./budget.ts";
import { groundOf } from "./engine.ts";
import { unknownRun } from "./find.ts";
import type { Folded } from "./fold.ts";
import { handOver } from "./handover.ts";
import type { Landing } from "./runner/driving.ts";
import type { RunnerParts } from "./runner-parts.ts";
import type { Sent } from "./system.ts";
import { unhosted } from "./unseen.ts";

/** What is wrong with a report, told while its author can still hand in another: once it counts, it costs him the attempt. */
const unread = (protocol: Protocol, job: Job, report: unknown): Refusal | null => {
  const { found } = readReport("", [report], job.key);
  if (found === "foreign")
    return refuse("REPORT_FOREIGN", `the report names another job than ${job.key}, which the token is for`, {
      fits: `"job": "${job.key}", or no job at all`,
    });
  if (found !== "one") return refuse("REPORT_MISFIT", `the report holds lists or objects more than ${mostLevels} levels deep`, asBriefed);
  return protocol.misfit?.(job, report) ?? null;
};

/** `left`: what is told of the work that isn't taken along. */
export const landingIn = ({ engine, folds, door, edited }: RunnerParts, run: string, left: string[] = []): Landing => ({
  engine,
  folds,
  door,
  edited,
  run,
  step: () => undefined,
  tell: (progress) => {
    if (progress.is === "warning" || progress.is === "note") left.push(progress.text);
  },
});

type Asked = {
  held(run: string, token: string): Promise<Lease | Refusal>;
  jobOf(folded: Folded, key: string): Job | Refusal;
};
export type HandIn = (run: string, token: string, result: Result, here?: boolean) => Promise<Sent | Refusal>;

export const createHandIn = (parts: RunnerParts, { held, jobOf }: Asked): HandIn => {
  const { engine, folds, door, messages } = parts;
  const { ledger, workspace } = engine;

  /** Where its work lies; null: nothing is to be taken. */
  const claimOf = async (folded: Folded, job: Job, lease: Lease, here: boolean): Promise<Claim | null | Refusal> => {
    if (siteOf(folded.state) === null) return null;
    const found = (await (await workspace.claims()).of(lease.run)).find((one) => one.lease.fence === lease.fence);
    if (found !== undefined) return found;
    return here
      ? { job, lease, ground: groundOf(engine, folded, job.key), at: engine.now() }
      : refuse("TOKEN_STALE", `where ${job.key} was worked on isn't known any more`, {
          fits: `claim it again: \`cairn claim ${lease.run} ${job.key}\`, with --here for what lies in your checkout`,
        });
  };

  return async (run, token, result, here = false) => {
    const folded = await folds.newest(run);
    if (folded === null) return unknownRun(run);
    const lease = await held(run, token);
    if (isRefusal(lease)) return lease;
    const job = jobOf(folded, lease.job);
    if (isRefusal(job)) return job;
    const { protocol } = folded;
    const spooled = (await workspace.spool.list(run)).entries.find((entry) => entry.fence === lease.fence);
    /** Its program may end without another word: whoever reads then that it failed, reads this. */
    const told = async (refused: Refusal): Promise<Refusal> => {
      if (spooled !== undefined)
        await workspace.spool.refuse(spooled.folder, refusedAgain(await workspace.spool.refusal(spooled.folder), refused));
      return refused;
    };
    const wrong = result.is === "ended" ? unread(protocol, job, result.report) : null;
    if (wrong !== null) return told(wrong);
    const claim = spooled === undefined ? await claimOf(folded, job, lease, here) : null;
    if (claim !== null && isRefusal(claim)) return claim;
    // Nothing of it is recorded yet: what he wrote is read where it lies.
    const { at: _, ...ground } = claim?.ground ?? spooled?.job.ground ?? groundOf(engine, folded, lease.job);
    const reads = await workspace.facts(ground, { files: job.reads }, engine.now());
    const files = Object.fromEntries(
      Object.entries(reads.files).flatMap(([path, file]) => (file === null ? [] : [[path, file.text] as const])),
    );
    const outcome = { ...unhosted(lease.holder, result), hosted: spooled !== undefined, files };
    const handover = { run, protocol, job, lease, outcome };
    // Refused, it changes nothing: its author goes on, and no work of his is taken yet.
    if (result.is === "ended") {
      const tried = await handOver(door, messages, { ...handover, dry: true, ground }, false);
      if (isRefusal(tried)) return told(tried);
    }
    if (spooled !== undefined && result.is === "ended") {
      // The process goes on: its report counts when it ends.
      await workspace.spool.report(spooled.folder, result.report);
      return { run, events: [], version: folded.version };
    }
    const left: string[] = [];
    const landing = landingIn(parts, run, left);
    const claimed = claim === null ? null : await import("./landing/claimed.ts");
    const untaken = claim === null || (claim.spot === undefined && result.is !== "ended");
    const found = claimed === null || untaken ? null : await claimed.takeClaim(landing, folded, claim);
    if (found !== null && isRefusal(found)) return found;
    const tree = {
      ...(found?.tree ?? outcome.tree),
      ...(found === null || found.documents.length === 0 ? {} : { documents: found.documents }),
    };
    const { holder, fence } = lease;
    const use = { job, fence, agent: holderName(holder, job), ms: null, unstarted: result.is === "unstarted" };
    // What a person does costs nothing of what is limited.
    const counted = holder.agent === null ? null : await useOf({ engine, folds, run }, use);
    const own = counted?.run === run;
    const besides = own ? [counted.said] : [];
    const sent = await handOver(door, messages, { ...handover, outcome: { ...outcome, tree }, besides }, false);
    if (isRefusal(sent)) return sent;
    if (counted !== null && !own) await door({ run: counted.run, said: [counted.said], id: counted.id });
    await ledger.lease({ do: "end", run, token });
    if (claimed !== null && claim !== null) await claimed.leaveClaim(landing, claim);
    return left.length === 0 ? sent : { ...sent, left };
  };
};
