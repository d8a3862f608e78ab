// Sandbox of a job, or of checks run here: paths that their programs may write, and hidden parts of the run.
import { homedir } from "node:os";
import { basename, isAbsolute, join } from "node:path";
import type { AgentConfig, Driver } from "../../agents/agent.ts";
import type {
  FenceAsk,
  Fenced,
  Ground,
  SpoolEntry,
  SpoolJob,
  Workspace,
} from "../../workspace/workspace.ts";
import type { Engine } from "../engine.ts";
import { fenceHere } from "../agents/fence-here.ts";
import type { Program } from "./child.ts";
import { jobEnv, keyNames, slotEnv } from "./env.ts";
import { ledgerIn, withoutPassword } from "./ledger-away.ts";

type Deps = {
  readonly workspace: Workspace;
  readonly driver?: (name: string) => Promise<Driver | undefined>;
  readonly drivers?: Engine["drivers"];
};
type Env = Readonly<Record<string, string>>;

type Run = {
  readonly workspace: Workspace;
  readonly shows: readonly string[];
  readonly ledger: string;
  readonly env: Env;
  readonly root: string;
  readonly ground: Ground;
};

const openFence = async (
  { workspace, shows, ledger, env, root, ground }: Run,
  writes: readonly string[],
  readable: readonly string[],
  asked: Pick<FenceAsk, "programs" | "state" | "work" | "found">,
): Promise<Fenced | null> =>
  (await workspace.fences()).around({
    root,
    writable: [ground.root, ...writes],
    readable,
    shows,
    ...asked,
    hidden: [
      workspace.home,
      ...ledgerIn(ledger, workspace.home, ground.root, [root, ground.root, ...writes, homedir()]),
    ],
    env: withoutPassword(env, ledger),
  });

/** Absolute paths in its command line, and its driver's files. */
const ofAgent = (folder: string, { launch }: NonNullable<SpoolJob["agent"]>): readonly string[] => [
  ...launch.argv.filter((word) => isAbsolute(word)),
  ...Object.keys(launch.files ?? {}).map((name) => join(folder, name)),
];

/** What is launched, and the program behind it where that is one of cairn's own. */
const programsOf = ({ launch, config }: NonNullable<SpoolJob["agent"]>): readonly string[] =>
  [launch.argv[0], config.argv[0]].filter((word) => typeof word === "string");

/** Who knows an agent's program: its driver, or the one whose program has that name; adapters of ACP bear it, too. */
const knownBy = async (
  { driver, drivers = {} }: Deps,
  config: AgentConfig,
): Promise<Driver | undefined> => {
  const own = await driver?.(config.driver);
  const [program] = config.argv;
  if (own?.state !== undefined || typeof program !== "string") return own;
  const name = basename(program).replace(/(?:-code|-agent)?-acp$/u, "");
  const known = Object.keys(drivers).find((one) => drivers[one]?.program === name);
  return known === undefined ? own : driver?.(known);
};

/** Names of the caller's variables that an agent gets and other jobs don't. */
export const keysOf = async (
  deps: Deps,
  config: AgentConfig,
  env: Env,
): Promise<readonly string[]> => {
  const known = await knownBy(deps, config);
  const its = { ...env, ...config.env };
  return [
    ...keyNames(known?.keys, its),
    ...(known?.settingsKeys?.(its) ?? []),
    ...(config.passes ?? []),
  ];
};

/** Of an agent's configuration, not of its launch: a prompt names many programs. */
const commandsOf = ({ agent, spot, job }: SpoolJob): FenceAsk["work"]["commands"] => [
  ...(spot.setup === null ? [] : [spot.setup.argv]),
  ...(job.checks ?? []).flatMap((check) => ("argv" in check ? [check.argv] : [])),
  ...(agent === null ? [] : [agent.config.argv.flat()]),
];

/** null: it runs without a sandbox. */
export const fenceFor = async (
  deps: Deps,
  { folder, job }: SpoolEntry,
  env: Env,
): Promise<Fenced | null> => {
  if (job.fence === undefined) return null;
  const { workspace } = deps;
  const { agent, fence, ground, ledger, spot } = job;
  const readable = agent === null ? [] : ofAgent(folder, agent);
  const folders = agent === null ? undefined : (await knownBy(deps, agent.config))?.state;
  const thread = [job.run, agent?.name ?? "", job.job.thread ?? job.job.key];
  const state =
    folders === undefined
      ? null
      : {
          home: workspace.home,
          cwd: ground.root,
          thread,
          folders,
          env: { ...env, ...agent?.launch.env },
        };
  return openFence(
    { workspace, shows: fence.shows, ledger, env, root: spot.root, ground },
    fence.writes,
    readable,
    {
      programs: agent === null ? [] : programsOf(agent),
      state,
      work: { commit: spot.from.commit, commands: commandsOf(job) },
      ...(fence.found === undefined ? {} : { found: fence.found }),
    },
  );
};

/** Where programs run in this process: `root`, the user's checkout. */
type Within = Pick<FenceAsk, "root" | "work"> & { readonly ground: Ground };

/** Sandboxes programs that `use` runs in this process, for a person or the runner, like a job's. */
export const withFence = async <T>(
  engine: Engine,
  { root, ground, work }: Within,
  use: (env: Env, fence: (network: boolean) => Program["fence"]) => Promise<T>,
): Promise<T> => {
  const { workspace, url, config } = engine;
  const slot = await workspace.runSlot();
  const { passes, shows, writes } = config.fence;
  const own = { ...jobEnv(process.env, passes), ...slotEnv(slot) };
  const asked = { workspace, shows, ledger: url, env: own, root, ground };
  const here = await fenceHere(engine);
  const fenced =
    here?.is === "there"
      ? await openFence(asked, writes, [], { programs: [], state: null, work })
      : null;
  try {
    return await use(fenced?.env ?? own, (network) =>
      fenced === null ? null : { fenced, network },
    );
  } finally {
    await fenced?.close();
    slot?.free();
  }
};
