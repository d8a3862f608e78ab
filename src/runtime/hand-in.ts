// Why: what the holder of a token says of its job is tried while he can still mend it, and ends his lease once it counts.
import { mostLevels } from "../core/depth.ts";
import type { Job, Result } from "../core/job.ts";
import { asBriefed, refusedReason } from "../core/misfit.ts";
import type { Protocol } from "../core/protocol.ts";
import { isRefusal, type Refusal, refuse } from "../core/refusal.ts";
import { firstOf } from "../core/how-many.ts";
import { readReport } from "../core/report-block.ts";
import type { Lease } from "../core/row.ts";
import { siteOf } from "../work/site.ts";
import type { AtWork, Claim, Ground } from "../workspace/workspace.ts";
import { holderName, useOf } from "./budget.ts";
import { mustBring } from "./carry/bring.ts";
import { groundOf } from "./engine.ts";
import { unknownRun } from "./find.ts";
import type { Folded } from "./fold.ts";
import { handOver } from "./handover.ts";
import { checkoutSite, placeSite, writesWork } from "./landing/where.ts";
import type { Landing } from "./runner/driving.ts";
import { granterOf } from "./runner/granter.ts";
import type { RunnerParts } from "./runner-parts.ts";
import type { Sent } from "./results.ts";
import { unhosted } from "./unseen.ts";

/** What is wrong with a report, told while its author can still hand in another: once it counts, it costs him the attempt. */
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

/** `left`: what is told of the work that isn't taken along. */
export const landingIn = (parts: RunnerParts, run: string, left: string[]): Landing => ({
  ...parts,
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
export type HandIn = (
  run: string,
  token: string,
  result: Result,
  here?: boolean,
) => Promise<Sent | Refusal>;

export const createHandIn = (parts: RunnerParts, { held, jobOf }: Asked): HandIn => {
  const { engine, folds, door } = parts;
  const { ledger, workspace } = engine;

  /** Where its work lies; null: nothing is to be taken. */
  const claimOf = async (
    folded: Folded,
    job: Job,
    lease: Lease,
    here: boolean,
  ): Promise<Claim | null | Refusal> => {
    if (siteOf(folded.state) === null) return null;
    const found = await (await workspace.claims()).read(lease.run, lease.fence);
    if (found !== null) return found;
    const { machine } = granterOf(lease);
    if (!here && !engine.isHere(machine))
      return refuse(
        "CLAIM_ELSEWHERE",
        `${job.key} was claimed on ${machine}, and what was done of it lies there`,
        {
          fits: "hand it in on that machine, or give it back there; if that machine is gone, its lease lapses",
        },
      );
    return here
      ? { job, lease, ground: groundOf(engine, folded, job.key) }
      : refuse("TOKEN_STALE", `where ${job.key} was worked on isn't known any more`, {
          fits: "give it back by `cairn release`, and claim it again",
        });
  };

  /** Why what lies in his place can't be taken yet; null: it can. */
  const untakeable = async (folded: Folded, claim: Claim): Promise<Refusal | null> => {
    const { spot, ground, lease } = claim;
    if (spot?.takes !== true) return null;
    const places = await workspace.places();
    const at = placeSite(engine, lease.run, folded);
    if ((await places.folder(at, spot.key)) === null)
      return refuse(
        "PLACE_GONE",
        `the place of ${lease.job} isn't there any more: ${ground.root}`,
        { fits: "give the job back by `cairn release`, and claim it again" },
      );
    const strays = await places.strays(at, spot.key);
    return strays.length === 0
      ? null
      : refuse(
          "WORK_ASTRAY",
          `what is checked out in ${ground.root} doesn't hold all that was done there: ${firstOf(strays, 6)}`,
          {
            fits: "bring it into what is checked out there (`git merge`, `git stash pop`), or delete it; then repeat",
          },
        );
  };

  /** Nothing of it is recorded yet: what he wrote is read as it would be, by the engine's own git. */
  const groundNow = async (folded: Folded, held: AtWork | null, lease: Lease): Promise<Ground> => {
    const ground = groundOf(engine, folded, lease.job);
    if (ground.at === undefined || held === null || !writesWork(held.job)) return ground;
    const places = await workspace.places();
    const seen =
      held.spot === undefined
        ? await places.here(await checkoutSite(engine, lease.run, folded))
        : await places.peek(placeSite(engine, lease.run, folded), held.spot.key);
    return seen === null ? ground : { ...ground, at: { ...ground.at, commit: seen.commit } };
  };

  return async (run, token, result, here = false) => {
    const folded = await folds.newest(run);
    if (folded === null) return unknownRun(run);
    const lease = await held(run, token);
    if (isRefusal(lease)) return lease;
    const job = jobOf(folded, lease.job);
    if (isRefusal(job)) {
      const lost = await (await workspace.claims()).read(run, lease.fence);
      return lost?.spot?.takes === true
        ? { ...job, text: `${job.text}: what you did lies in ${lost.ground.root}` }
        : job;
    }
    const { protocol } = folded;
    const spooled = (await workspace.spool.list(run)).entries.find(
      (entry) => entry.fence === lease.fence,
    );
    /** Its program may end without another word: whoever reads then that it failed, reads this. */
    const told = async (refused: Refusal): Promise<Refusal> => {
      if (spooled !== undefined)
        await workspace.spool.refuse(spooled.folder, refusedReason(refused));
      return refused;
    };
    const wrong = result.is === "ended" ? unread(protocol, job, result.report) : null;
    if (wrong !== null) return told(wrong);
    const isOver = result.is === "ended";
    const claim = spooled === undefined ? await claimOf(folded, job, lease, here || !isOver) : null;
    if (claim !== null && isRefusal(claim)) return claim;
    const astray = claim === null ? null : await untakeable(folded, claim);
    if (astray !== null && (isOver || astray.code !== "PLACE_GONE")) return astray;
    await mustBring(engine, run, folded);
    const ground = await groundNow(folded, claim ?? spooled?.job ?? null, lease);
    const reads = await workspace.facts(ground, { files: job.reads }, engine.now());
    const files = Object.fromEntries(
      Object.entries(reads.files).flatMap(([path, file]) =>
        file === null ? [] : [[path, file.text] as const],
      ),
    );
    const outcome = { ...unhosted(lease.holder, result), hosted: spooled !== undefined, files };
    const handover = { run, protocol, job, lease, outcome };
    // Refused, it changes nothing: its author goes on, and no work of his is taken yet.
    if (isOver) {
      const tried = await handOver(door, { ...handover, dry: true, ground }, false);
      if (isRefusal(tried)) return told(tried);
    }
    if (spooled !== undefined && isOver) {
      // The process goes on: its report counts when it ends.
      await workspace.spool.report(spooled.folder, result.report);
      return { run, events: [], version: folded.version };
    }
    const left: string[] = [];
    const landing = landingIn(parts, run, left);
    const claimed = claim === null ? null : await import("./landing/claimed.ts");
    const untaken = claim === null || (claim.spot === undefined && !isOver);
    const found =
      claimed === null || untaken ? null : await claimed.takeClaim(landing, folded, claim);
    if (found !== null && isRefusal(found)) return found;
    const tree = {
      ...(found?.tree ?? outcome.tree),
      ...(found === null || found.documents.length === 0 ? {} : { documents: found.documents }),
    };
    const { holder, fence } = lease;
    const use = {
      job,
      fence,
      agent: holderName(holder, job),
      ms: null,
      unstarted: result.is === "unstarted",
    };
    // What a person does costs nothing of what is limited.
    const counted = holder.agent === null ? null : await useOf({ engine, folds, run }, use);
    const own = counted?.run === run;
    const besides = own ? [counted.said] : [];
    const sent = await handOver(
      door,
      { ...handover, outcome: { ...outcome, tree }, besides },
      false,
    );
    if (isRefusal(sent)) return sent;
    if (counted !== null && !own)
      await door({ run: counted.run, said: [counted.said], id: counted.id });
    await ledger.lease({ do: "end", run, token });
    if (claimed !== null && claim !== null) await claimed.leaveClaim(landing, claim);
    return left.length === 0 ? sent : { ...sent, left };
  };
};
