// Launch of a due job: lease, spool, beginning and host in this order, so that a kill between any two leaves a state that the next pass can judge.
import { dirname } from "node:path";
import { digest } from "../../core/hash.ts";
import type { Job } from "../../core/job.ts";
import { refusedReason } from "../../core/misfit.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Holder, Lease } from "../../core/row.ts";
import { mostFence } from "../../ledger/ledger.ts";
import type { SpoolJob } from "../../workspace/workspace.ts";
import { countBegin } from "../budget.ts";
import { configNow, type Engine, groundOf } from "../engine.ts";
import { fenceHere } from "../fence-here.ts";
import { type Folded, jobIn } from "../fold.ts";
import { ownFolder } from "../landing/lent.ts";
import { toldWords } from "../landing/instructions.ts";
import { mergedFirst, openSpot } from "../landing/open-spot.ts";
import { handOver } from "../handover.ts";
import type { Sent } from "../results.ts";
import { unmeasured } from "../unseen.ts";
import type { Agent } from "./agents.ts";
import { causeOf, type Driving, engineHolder, markOf } from "./driving.ts";
import { granterText } from "./granter.ts";
import { hostAhead, type HostAhead } from "./host-ahead.ts";
import { endLease, takeLease } from "../leases.ts";

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

/** A rule without a placeholder in the agent's argv goes into the brief. */
const ruled = ({ words }: Job, { argv }: Agent["config"], brief: string): string => {
  const rule = words?.["rule"] ?? "";
  return rule === "" || argv.flat().some((word) => word.includes("{rule}"))
    ? brief
    : `RULE: ${rule}\n${brief}`;
};

/** Uses the resolved path: later additions to PATH have no effect. */
const foundConfig = async ({ config, driver }: Agent): Promise<Agent["config"]> => {
  const found = await driver.find(config, 0);
  return found === null ? config : { ...config, argv: [found.path, ...config.argv.slice(1)] };
};

const isDue = (job: Job): boolean => job.why === null && !job.begun;

/**
 * Paths outside its folder that an agent may write. In a place the run's documents are copies, and the user's repository is
 * inaccessible; `cairn job report` measures there, in the slot and in the repository of places.
 */
const outsideOf = (
  { workspace, git, storeOf }: Engine,
  folder: string | null,
  placed: { readonly slot: string; readonly root: string } | null,
): readonly string[] =>
  [
    folder,
    workspace.home,
    ...(placed === null ? [git] : [dirname(placed.slot), storeOf?.(placed.root) ?? null]),
  ].filter((one) => one !== null);

/**
 * Rereads the configuration for jobs in places. Jobs in the checkout could edit it, so there the initial one stays.
 * @param folder where an agent writes the run's documents directly; null: nowhere
 */
const fenceSettings = async (
  engine: Engine,
  folder: string | null,
  placed: boolean,
): Promise<Pick<SpoolJob, "fence" | "passes">> => {
  const config = placed ? await configNow(engine) : engine.config;
  const { network, writes, shows, passes } = config.fence;
  if ((await fenceHere({ ...engine, config }))?.is !== "there") return { passes };
  const found = await (await engine.workspace.fences()).found();
  return {
    passes,
    fence: {
      shows,
      writes: folder === null ? writes : [...writes, folder],
      network,
      ...(found === null ? {} : { found }),
    },
  };
};

const spoolJob = async (
  driving: Driving,
  folded: Folded,
  job: Job,
  lease: Lease,
  agent: Agent | null,
): Promise<{ readonly job: SpoolJob; readonly brief: string }> => {
  const { engine, leaseMs, run, scan } = driving;
  const { workspace } = engine;
  // Other machines' documents must arrive before they are read.
  if (engine.shelve !== undefined) await scan(run, true);
  const where = await openSpot(driving, folded, job);
  const ground = where?.ground ?? groundOf(engine, folded);
  const seen = groundOf(engine, folded, job.key);
  const isLent = where !== null && ownFolder(engine, folded) !== null;
  // A folder that others use, too, is nobody's to open.
  const isShared = folded.protocol.owns !== undefined;
  const folder = agent === null || isLent || isShared ? null : seen.place;
  const fence = await fenceSettings(engine, folder, where !== null);
  const common = {
    run,
    protocol: folded.protocol.name,
    ledger: engine.url,
    ground,
    ...(where === null ? {} : { spot: where.spot }),
    job,
    lease,
    leaseMs,
    mark: markOf(lease),
    ...fence,
    runner: workspace.processes.self,
    at: engine.now(),
  };
  if (agent === null)
    return { job: { ...common, agent: null, before: { tree: null, head: null } }, brief: "" };
  driving.meetsAgent?.();
  const facts = await workspace.facts(seen, folded.protocol.ask(folded.state, job), engine.now());
  const asked = folded.protocol.brief(folded.state, job, facts);
  const brief = ruled(job, agent.config, `${toldWords(where?.spot.told)}${asked}`);
  const resume =
    job.thread === undefined ? null : await workspace.conversation(run, agent.name, job.thread);
  const goes = resume === null ? {} : ({ resumes: true } as const);
  const launch = agent.driver.start(job, brief, await foundConfig(agent), {
    words: { ...job.words, run },
    folder: workspace.spool.folderOf(run, lease.fence),
    conversation: lease.holder.conversation ?? "",
    resume,
    fenced: fence.fence !== undefined,
    outside: outsideOf(
      engine,
      folder === null ? null : facts.folder,
      where === null ? null : { slot: where.ground.root, root: where.spot.root },
    ),
    mcp: engine.mcpArgv,
  });
  const before =
    where === null
      ? { tree: facts.tree, head: facts.head }
      : { tree: where.spot.from.tree, head: where.spot.from.commit };
  return {
    job: { ...common, agent: { name: agent.name, config: agent.config, launch, ...goes }, before },
    brief,
  };
};

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
  return takeLease(engine, ask, granterText(machine, workspace.processes.self));
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
  const ahead = hostAhead({ engine, root: groundOf(engine, due.folded).root });
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

/** Records its start. `before`: the tree as measured for it. */
const grant = async (
  { door, engine, folds, run }: Driving,
  { folded, job, lease, agent }: Granted,
  before: SpoolJob["before"],
): Promise<Sent | Refusal> => {
  const besides = await countBegin({ door, engine, folds, run }, job, lease);
  if (isRefusal(besides)) return besides;
  const outcome = {
    holder: lease.holder,
    hosted: true,
    done: agent?.config.done ?? "report",
    tree: unmeasured(before.tree),
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
  const sent = await grant(driving, granted, made.job.before);
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
