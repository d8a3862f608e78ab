// Preparation of a job for its host: place, sandbox, brief and the command line of its agent.
import { dirname } from "node:path";
import type { Job } from "../../core/job.ts";
import type { Lease } from "../../core/row.ts";
import type { SpoolJob } from "../../workspace/workspace.ts";
import { configNow, type Engine, groundOf } from "../engine.ts";
import { fenceHere } from "../agents/fence-here.ts";
import type { Folded } from "../fold.ts";
import { toldWords } from "../landing/instructions.ts";
import { ownFolder } from "../landing/lent.ts";
import { openSpot } from "../landing/open-spot.ts";
import type { Agent } from "./agents.ts";
import { type Driving, markOf } from "./driving.ts";

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

/** What a job's host is told: its spool entry, and its agent's brief. Asks for facts, opens the job's place and the sandbox. */
export const spoolJob = async (
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
    mcp: engine.argvOf("mcp"),
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
