// Launch of a due job: lease, spool, beginning and host in this order, so that a kill between any two leaves a state that the next pass can judge.
import { digest } from "../../core/hash.ts";
import { errorText } from "../../core/error-text.ts";
import type { Job } from "../../core/job.ts";
import { ownSign } from "../../core/agents/job-variables.ts";
import { refusedReason } from "../../core/reports/misfit.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Holder, Lease } from "../../core/row.ts";
import { mostFence } from "../../ledger/ledger.ts";
import type { SpoolJob } from "../../workspace/workspace.ts";
import { countBegin } from "../jobs/budget.ts";
import { type Engine, groundOf } from "../engine.ts";
import { type Folded, jobIn } from "../fold.ts";
import { handOver } from "../jobs/handover.ts";
import { mergedFirst } from "../landing/open-spot.ts";
import { endLease, takeLease } from "../jobs/leases.ts";
import type { Sent } from "../results.ts";
import { unmeasured } from "../jobs/default-outcomes.ts";
import type { Agent } from "./agents.ts";
import { causeOf, type Driving, engineHolder } from "./driving.ts";
import { granterText } from "./granter.ts";
import { spoolJob } from "./prepare.ts";

type HostAhead = {
  /** Assigns its job's spool folder; returns why there is no host, else null. */
  tell(folder: string): Promise<string | null>;
  /** Without a job it exits, as it does if we die first. */
  drop(): void;
};

/**
 * Starts a host in `root`, without a job until it is told one: it comes up while its job is prepared. It keeps its caller's mark: stopping a job that drives another
 * run stops all below it. `ownSign` identifies it as a host, which no job can change, so its processes are recognized even if another spool is examined.
 */
const hostAhead = ({ workspace, program, ledgerEnv }: Engine, root: string): HostAhead => {
  const env = { ...ledgerEnv, ...ownSign };
  const start = async () => workspace.processes.detach([...program(), "host", "-"], env, root);
  const started = start().catch(errorText);
  return {
    tell: async (folder) => {
      const host = await started;
      return typeof host === "string" ? host : host.tell(folder).then(() => null, errorText);
    },
    drop: () => void started.then((host) => (typeof host === "string" ? undefined : host.drop())),
  };
};

/** busy: another process has it, or it is no longer due. refused: it may not begin at this version of the run. */
export type Launched =
  | { readonly is: "launched"; readonly folder: string }
  | { readonly is: "busy" }
  | { readonly is: "refused"; readonly why: string };

const busy: Launched = { is: "busy" };

/** In UUID form, which some agent programs require. */
const conversationOf = (chance: string): string =>
  digest(chance).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/u, "$1-$2-4$3-8$4-$5");

/** One name per job, to tell its author from its verifier. */
const holderOf = (run: string, job: Job, agent: Agent | null, chance: string): Holder =>
  agent === null
    ? engineHolder
    : {
        name: `task-${digest(`${run}\n${job.key}`).slice(0, 6)}`,
        agent: agent.name,
        conversation: conversationOf(chance),
      };

const isDue = (job: Job): boolean => job.why === null && !job.begun;

type Due = { readonly folded: Folded; readonly job: Job };

/** null: it may not begin any more. */
const dueNow = async ({ folds, run }: Driving, { key }: Job): Promise<Due | null> => {
  const folded = await folds.newest(run);
  const job = folded === null ? undefined : jobIn(folded, key);
  return folded === null || job === undefined || !isDue(job) ? null : { folded, job };
};

/** Merges the work to review first. */
const mergedNow = async (driving: Driving, due: Due): Promise<Due | null> =>
  (await mergedFirst(driving, due.folded, due.job)) ? dueNow(driving, due.job) : due;

/** null: another runner has it. */
const leaseFor = async (
  { engine, leaseMs, run }: Driving,
  job: Job,
  holder: Holder,
): Promise<Lease | null> => {
  const { machine, workspace } = engine;
  // A ledger restored from a backup would grant fences that the spool already has.
  const least = Math.min(mostFence, (await workspace.spool.highest(run)) + 1);
  const ask = { run, job: job.key, holder, ms: leaseMs, least };
  return takeLease(engine, ask, granterText(machine(), workspace.processes.self));
};

/** Takes a due job's lease and starts its host. `agent` null: a check. */
export const launch = async (
  driving: Driving,
  wanted: Job,
  agent: Agent | null,
): Promise<Launched> => {
  const { engine, run, step } = driving;
  const holder = holderOf(run, wanted, agent, engine.chance(26));
  // Checked before, so as not to take a seemingly lapsed lease from a process that began meanwhile; and after, when nothing else can begin it.
  const seen = await dueNow(driving, wanted);
  if (seen === null) return busy;
  const lease = await leaseFor(driving, wanted, holder);
  if (lease === null) return busy;
  await step("lease taken");
  const giveBack = (): Promise<void> => endLease(engine, lease);
  const now = await dueNow(driving, wanted);
  const due =
    now === null
      ? null
      : await mergedNow(driving, now).catch(async (error: unknown) => {
          await giveBack();
          throw error;
        });
  if (due === null) {
    await giveBack();
    return busy;
  }
  const ahead = hostAhead(engine, groundOf(engine, due.folded).root);
  try {
    return await begin(driving, { ...due, lease, agent, ahead, giveBack });
  } finally {
    ahead.drop();
  }
};

type Granted = Due & {
  readonly lease: Lease;
  readonly agent: Agent | null;
  readonly ahead: HostAhead;
  readonly giveBack: () => Promise<void>;
};

/** Records its start. */
const grant = async (
  { door, engine, folds, run }: Driving,
  { folded, job, lease, agent }: Granted,
  { spot: { from } }: SpoolJob,
): Promise<Sent | Refusal> => {
  const besides = await countBegin({ door, engine, folds, run }, job, lease);
  if (isRefusal(besides)) return besides;
  const outcome = {
    holder: lease.holder,
    hosted: true,
    done: agent?.config.done ?? "report",
    tree: unmeasured(from.tree),
    files: {},
    is: "granted",
  } as const;
  const id = causeOf(lease, "granted");
  const { protocol } = folded;
  return handOver(door, { run, protocol, job, lease, outcome, id, besides }, false);
};

/** Prepares the job, records its start, and tells its host. */
const begin = async (driving: Driving, granted: Granted): Promise<Launched> => {
  const { engine, folds, leaseMs, run, step } = driving;
  const { folded, job, lease, agent, ahead, giveBack } = granted;
  const { ledger, workspace } = engine;
  const prepare = async () => {
    const made = await spoolJob(driving, folded, job, lease, agent);
    await step("job prepared");
    return { made, folder: await workspace.spool.make(made.job, made.brief) };
  };
  const { made, folder } = await prepare().catch(async (error: unknown) => {
    // Nothing began: the job is due again once the problem is fixed.
    await giveBack();
    throw error;
  });
  await step("spool made");
  // Preparing a large tree takes time, and clocks jump: a process that saw the lease lapsed must not end it once the job has begun.
  const renewed = await ledger.lease({ do: "renew", run, token: lease.token, ms: leaseMs });
  if (renewed.is !== "granted") {
    await workspace.spool.remove(folder);
    return busy;
  }
  await step("lease renewed");
  const sent = await grant(driving, granted, made.job);
  await step("grant sent");
  const now = isRefusal(sent) ? null : await folds.newest(run);
  // Recording its start may have other effects: the work to review may have changed, for example.
  if (now === null || jobIn(now, job.key) === undefined) {
    await giveBack();
    await workspace.spool.remove(folder);
    return isRefusal(sent) ? { is: "refused", why: refusedReason(sent) } : busy;
  }
  const missing = await ahead.tell(folder);
  if (missing !== null) {
    const why = `its host can't be started: ${missing}`;
    await workspace.spool.host(folder, { is: "void", why });
  }
  await step("host started");
  return { is: "launched", folder };
};
