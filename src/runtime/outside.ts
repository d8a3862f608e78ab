// Why: whoever comes by himself (a person, an agent in its own chat) takes, keeps and ends a job by the same leases as hosted agents.
import { agentNameWrong } from "../core/agent-name.ts";
import type { Job } from "../core/job.ts";
import { optionFields } from "../core/option-fields.ts";
import type { Command, Sender } from "../core/protocol.ts";
import { isRefusal, type Refusal, refuse } from "../core/refusal.ts";
import { reasonMissing } from "../core/reason.ts";
import { isRecord } from "../core/record.ts";
import type { Holder, Lease } from "../core/row.ts";
import { briefIn } from "./brief.ts";
import { countBegin, spentElsewhere } from "./budget.ts";
import { createDue } from "./due.ts";
import type { Engine } from "./engine.ts";
import { unknownRun } from "./find.ts";
import { type Folded, recorded } from "./fold.ts";
import { createHandIn, landingIn } from "./hand-in.ts";
import { handOver, holderSender } from "./handover.ts";
import { siteOf } from "../work/site.ts";
import { claimable, isEarlier } from "./claimable.ts";
import type { RunnerParts } from "./runner-parts.ts";
import type { Claimed, Sent } from "./results.ts";
import { unheard, unhosted } from "./unseen.ts";

/** How long a claim holds without `renew`. */
export const claimMs = 30 * 60_000;

/** How whoever comes by himself takes, keeps and ends jobs. */
export type Claims = {
  /**
   * Makes a place for it where the run's jobs work in places. Fault SETUP_FAILED, and those of places.
   * @param here for work in the user's checkout: what differs there from the run's base is the job's work
   */
  claim(run: string, job: string, by: Sender, here?: boolean): Promise<Claimed | Refusal>;
  /** Here and wherever else a token is given: refusals TOKEN_STALE, and TOKEN_FOREIGN where this process descends from one job and speaks with the token of another hosted one. */
  renew(run: string, token: string): Promise<Lease | Refusal>;
  release(run: string, token: string, reason: string): Promise<Sent | Refusal>;
  /** A hosted job's report waits in its spool for the process's end; somebody outside's is sent at once and ends the lease. */
  report(run: string, token: string, report: unknown): Promise<Sent | Refusal>;
  /** Who holds this token: the sender that a call with it has. */
  holder(run: string, token: string): Promise<Sender | Refusal>;
};
export type Outside = Omit<Claims, "report"> & {
  /** @param here of a lease that was taken for what lies in the checkout */
  report(run: string, token: string, report: unknown, here?: boolean): Promise<Sent | Refusal>;
  /** The same id again gets the first answer. */
  decide(
    run: string,
    decision: string,
    option: string,
    note: string,
    data: unknown,
    by: Sender,
    id?: string,
  ): Promise<Sent | Refusal>;
};

const stale = (by: Lease | null): Refusal =>
  refuse(
    "TOKEN_STALE",
    by === null
      ? "this token holds no job any more"
      : `this token holds no job any more: ${by.holder.name} holds ${by.job} now`,
    { fits: "`cairn next` shows what may be claimed" },
  );

/** A configuration that was corrected counts once a person says so, as it is then. */
const reread = ({ config, configNow }: Engine, command: Command): Command =>
  command.type === "AnswerBase" && isRecord(command.data) && command.data["answer"] === "again"
    ? { ...command, data: { ...command.data, ready: (configNow?.() ?? config).ready } }
    : command;

export const createOutside = (parts: RunnerParts): Outside => {
  const { engine, folds, door } = parts;
  const { ledger, workspace } = engine;
  const leaseWith = async (run: string, token: string): Promise<Lease | undefined> =>
    (await ledger.leases(run)).find((lease) => lease.token === token);
  /** Asked here, so that no surface can forget it. */
  const foreign = async (lease: Lease): Promise<Refusal | null> =>
    (await import("./of-job.ts")).misused(engine, lease);
  const held = async (run: string, token: string): Promise<Lease | Refusal> => {
    const lease = await leaseWith(run, token);
    return lease === undefined ? stale(null) : ((await foreign(lease)) ?? lease);
  };
  const jobOf = (folded: Folded, key: string): Job | Refusal =>
    folded.protocol.jobs(folded.state).find((job) => job.key === key) ??
    refuse("JOB_UNKNOWN", `${key} is no longer due`, { fits: "`cairn next` shows what is" });

  /** Of a run that was ended and taken up again, or of a job that was called off, the process may take a while to go. */
  const stillAtIt = async (run: string, wanted: Job): Promise<Refusal | null> => {
    const { entries } = await workspace.spool.list(run);
    const found = entries.find(
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

  const { standings, job } = createDue(engine, folds);
  const handIn = createHandIn(parts, { held, jobOf });

  const claimableNow = async (run: string, name: string): Promise<Job | Refusal> => {
    const all = await standings(run);
    return isRefusal(all) ? all : claimable(all, name);
  };

  return {
    async claim(run, name, by, here = false) {
      const folded = await folds.newest(run);
      if (folded === null) return unknownRun(run);
      const { protocol } = folded;
      if (protocol.life(folded.state) === "paused")
        return refuse("RUN_PAUSED", "the run is paused: resume it first");
      const told: string[] = [];
      const landing = landingIn(parts, run, told);
      const { begunAt, leaveClaim, openClaim } = await import("./landing/claimed.ts");
      const first = await claimableNow(run, name);
      if (isRefusal(first)) return first;
      const wanted = (await begunAt(landing, folded)) ? await claimableNow(run, name) : first;
      if (isRefusal(wanted)) return wanted;
      const before = await stillAtIt(run, wanted);
      if (before !== null) return before;
      // Whoever holds a job is an agent from then on, whoever he was before.
      const misnamed = agentNameWrong(by.name);
      if (misnamed !== null) return misnamed;
      const holder: Holder = {
        name: by.name,
        agent: by.agent ?? null,
        conversation: by.conversation ?? null,
      };
      const answer = await ledger.lease({
        do: "take",
        run,
        job: wanted.key,
        holder,
        ms: claimMs,
        host: engine.machine,
      });
      if (answer.is === "held")
        return refuse(
          "JOB_HELD",
          `${answer.held.holder.name} holds ${wanted.key} until ${answer.held.until}`,
        );
      if (answer.is !== "granted") return stale(answer.is === "fenced" ? answer.by : null);
      const { lease } = answer;
      const outcome = unhosted(holder, { is: "granted" });
      const giveBack = async (): Promise<void> => {
        await ledger.lease({ do: "end", run, token: lease.token });
      };
      const claim = await openClaim(
        landing,
        (await folds.newest(run)) ?? folded,
        wanted,
        lease,
        here,
      ).catch(async (error: unknown) => {
        await giveBack();
        throw error;
      });
      const besides =
        (await spentElsewhere(landing)) ??
        (holder.agent === null ? [] : await countBegin(landing, wanted, lease));
      const sent = isRefusal(besides)
        ? besides
        : await handOver(door, { run, protocol, job: wanted, lease, outcome, besides }, false);
      if (isRefusal(sent)) {
        await leaveClaim(landing, claim);
        await giveBack();
        return sent;
      }
      const now = (await folds.newest(run)) ?? folded;
      const begun = jobOf(now, wanted.key);
      const briefed = isRefusal(begun) ? wanted : begun;
      return {
        lease,
        brief: await briefIn(engine, now, briefed, claim),
        place: claim.spot === undefined ? null : claim.ground.root,
        told,
      };
    },
    async renew(run, token) {
      const lease = await leaseWith(run, token);
      const misused = lease === undefined ? null : await foreign(lease);
      if (misused !== null) return misused;
      const answer = await ledger.lease({ do: "renew", run, token, ms: claimMs });
      if (answer.is === "granted") return answer.lease;
      return stale(answer.is === "fenced" ? answer.by : null);
    },
    async release(run, token, reason) {
      const lease = await held(run, token);
      if (isRefusal(lease)) return lease;
      if ((await workspace.spool.list(run)).entries.some((entry) => entry.fence === lease.fence)) {
        return refuse("JOB_HELD", `${lease.job} is hosted: its process gives it back by ending`, {
          fits: "report that it failed, and end",
        });
      }
      return handIn(run, token, { is: "unstarted", why: reason });
    },
    report: (run, token, report, here = false) =>
      handIn(run, token, { ...unheard, exit: 0, reason: "exit", report, found: "one" }, here),
    async decide(run, name, option, note, data, by, id) {
      // What it answered isn't asked any more once it was answered.
      const given = id === undefined ? [] : await ledger.read({ run, cause: id });
      if (given.length > 0)
        return { run, events: given.map(recorded), version: given.at(-1)?.version ?? 0 };
      const folded = await folds.newest(run);
      if (folded === null) return unknownRun(run);
      const found = await job(run, name);
      if (isRefusal(found)) return found;
      const { decision } = found.job;
      if (decision === undefined) return refuse("JOB_UNKNOWN", `${found.job.key} is no decision`);
      const chosen = decision.options.find(({ id }) => id === option);
      if (chosen === undefined) {
        return refuse("OPTION_UNKNOWN", `${found.job.key} has no option ${option}`, {
          fits: `choose one: ${decision.options.map(({ id }) => id).join(", ")}`,
        });
      }
      const missing = reasonMissing(note, chosen.note === "must", "note");
      if (missing !== null) return missing;
      const outcome = unhosted(
        { name: by.name, agent: null, conversation: null },
        { is: "decided", option, note, data },
      );
      const commands = folded.protocol
        .report(found.job, outcome)
        .map((command) => reread(engine, command));
      if (commands.length === 0) {
        const fields = optionFields(chosen.fields);
        return refuse(
          "OPTION_INVALID",
          `what was given is no answer ${option} to ${found.job.key}`,
          {
            fits:
              fields === "" ? "`cairn decide` shows what there is to answer" : `it takes ${fields}`,
          },
        );
      }
      if (chosen.takes === true) {
        const { takeByHand } = await import("./landing/here.ts");
        const untaken = await takeByHand({ engine, door, run }, folded, found.job);
        if (untaken !== null) return untaken;
      }
      // What it is about is read where that unit's work stands.
      const where =
        chosen.mends === undefined || siteOf(folded.state) === null ? {} : { where: found.job.key };
      return door({
        run,
        said: commands.map((command) => ({ command, by, ...where })),
        ...(id === undefined ? {} : { id }),
      });
    },
    async holder(run, token) {
      const lease = await held(run, token);
      return isRefusal(lease) ? lease : holderSender(lease);
    },
  };
};
