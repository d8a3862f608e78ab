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

/** @param folder where an agent writes the run's documents directly; null: nowhere */
const fenceSettings = async (
  engine: Engine,
  folder: string | null,
): Promise<Pick<SpoolJob, "fence" | "passes">> => {
  const config = await configNow(engine);
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
  const { spot, ground } = await openSpot(driving, folded, job);
  const seen = groundOf(engine, folded, job.key);
  const isLent = ownFolder(engine, folded) !== null;
  // A folder that others use, too, is nobody's to open.
  const isShared = folded.protocol.owns !== undefined;
  const folder = agent === null || isLent || isShared ? null : seen.place;
  const fence = await fenceSettings(engine, folder);
  const common = {
    run,
    protocol: folded.protocol.name,
    ledger: engine.url,
    ground,
    spot,
    job,
    lease,
    leaseMs,
    mark: markOf(lease),
    ...fence,
    runner: workspace.processes.self,
    at: engine.now(),
  };
  if (agent === null) return { job: { ...common, agent: null }, brief: "" };
  driving.meetsAgent?.();
  const facts = await workspace.facts(seen, folded.protocol.ask(folded.state, job), engine.now());
  const asked = folded.protocol.brief(folded.state, job, facts);
  const brief = ruled(job, agent.config, `${toldWords(spot.told)}${asked}`);
  const resume =
    job.thread === undefined ? null : await workspace.conversation(run, agent.name, job.thread);
  const goes = resume === null ? {} : ({ resumes: true } as const);
  const launch = agent.driver.start(job, brief, await foundConfig(agent), {
    words: { ...job.words, run },
    folder: workspace.spool.folderOf(run, lease.fence),
    conversation: lease.holder.conversation ?? "",
    resume,
    fenced: fence.fence !== undefined,
    // What `cairn job report` measures by lies beside its folder, and in the repository of places.
    outside: [
      ...(folder === null || facts.folder === null ? [] : [facts.folder]),
      workspace.home,
      dirname(ground.root),
      engine.storeOf(spot.root),
    ],
    mcp: [...engine.program(), "mcp"],
  });
  return {
    job: { ...common, agent: { name: agent.name, config: agent.config, launch, ...goes } },
    brief,
  };
};
