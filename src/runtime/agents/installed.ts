// Overview of installed agents: roles, programs and exact command lines.
import type { AgentConfig, Driver } from "../../agents/agent.ts";
import type { Job } from "../../core/job.ts";
import { isOfJob } from "../../core/agents/job-variables.ts";
import { nearest } from "../../core/words/near.ts";
import { redact } from "../../core/secrets/redact.ts";
import type { Refused } from "../../core/agents/refused-program.ts";
import { onFault } from "../on-fault.ts";
import { agentFor, type Config } from "../config.ts";
import { configNow, type Engine, type TriedVersion } from "../engine.ts";
import { noProgram, refusedOf } from "./no-program.ts";
import { isOlder } from "./tried.ts";

/** The launch command of a job; words in braces stand for values of the job. `env`: names only, since values may be secrets. */
export type WouldRun = {
  readonly argv: readonly string[];
  readonly env: readonly string[];
  /** Configured names without effect: each job sets its own value. */
  readonly vain: readonly string[];
  readonly briefed: "argument" | "input";
};
/** A role of a protocol; `agent` "hand": an external worker; null: unassigned. */
export type RoleOf = {
  readonly protocol: string;
  readonly role: string;
  readonly agent: string | null;
};
export type InstalledAgent = {
  readonly name: string;
  readonly driver: string;
  /** The personal file that defines it; null: the repository's configuration. */
  readonly from: string | null;
  readonly program: string;
  /** null: not installed, or refused; see `wrong`. */
  readonly path: string | null;
  /** null: not reported, or too late. */
  readonly version: string | null;
  /** The version its driver was tested with; null: any program. */
  readonly tried: string | null;
  readonly older: boolean;
  /** As `protocol/role`. */
  readonly roles: readonly string[];
  readonly runs: WouldRun | null;
  /** Why nothing can run; null: it can. */
  readonly wrong: string | null;
};
/** An installed agent program. `agents`: configured agents that use it. */
export type KnownProgram = {
  readonly driver: string;
  readonly program: string;
  readonly path: string;
  readonly version: string | null;
  readonly tried: string;
  readonly older: boolean;
  readonly agents: readonly string[];
};
export type Installed = {
  readonly drivers: readonly string[];
  /** The drivers' default programs, installed or not. */
  readonly known: readonly { readonly driver: string; readonly program: string }[];
  readonly agents: readonly InstalledAgent[];
  readonly programs: readonly KnownProgram[];
  /** Installed programs that are rejected because agents could have put them there. */
  readonly refused: readonly (Refused & { readonly driver: string; readonly program: string })[];
  readonly roles: readonly RoleOf[];
  /** Configured names that no role has. `meant`: the nearest that one has; null: none is near. */
  readonly unknown: readonly { readonly name: string; readonly meant: string | null }[];
};

/** A slower program is shown without its version: people wait for the output. */
const versionMs = 700;

const programOf = ({ argv }: AgentConfig): string => argv.flat().at(0) ?? "";

/** A sample job whose values are the placeholders' names. */
const sample: Job = {
  key: "{job}",
  about: null,
  subject: "{task}",
  kind: "agent",
  role: "{role}",
  tier: "standard",
  why: null,
  begun: false,
  writes: "anything",
  reads: [],
  limits: { ms: 0, bytes: 0, tries: 1 },
  words: { mode: "{mode}", rule: "{rule}" },
  doubt: "ask",
};

const wouldRun = (
  { workspace, git, program }: Engine,
  driver: Driver,
  config: AgentConfig,
): WouldRun => {
  const { argv, env, stdin } = driver.start(sample, "{brief}", config, {
    words: { ...sample.words, run: "{run}", tier: "{tier}" },
    folder: "{folder}",
    conversation: "{conversation}",
    resume: null,
    fenced: false,
    outside: [workspace.home, ...(git === null ? [] : [git])],
    mcp: [...program(), "mcp"],
  });
  const [vain, own] = [
    Object.keys(env).filter(isOfJob),
    Object.keys(env).filter((name) => !isOfJob(name)),
  ];
  return {
    argv: argv.map(redact),
    env: own.toSorted(),
    vain: vain.toSorted(),
    briefed: stdin === null ? "argument" : "input",
  };
};

const installed = async (
  engine: Engine,
  name: string,
  config: AgentConfig,
  all: readonly RoleOf[],
  ms: number,
): Promise<InstalledAgent> => {
  const driver = await engine.driver(config.driver);
  const tried = engine.drivers?.[config.driver]?.tried ?? null;
  const roles = all
    .filter(({ agent }) => agent === name)
    .map(({ protocol, role }) => `${protocol}/${role}`);
  const { personal } = engine.config;
  const from = personal?.agents.includes(name) === true ? personal.path : null;
  const plain = {
    name,
    driver: config.driver,
    from,
    program: programOf(config),
    tried,
    roles,
    path: null,
    version: null,
    older: false,
    runs: null,
  } as const;
  if (driver === undefined) return { ...plain, wrong: `there is no driver ${config.driver}` };
  const look = async () => {
    const found = await driver.find(config, ms);
    const version = found?.version ?? null;
    return {
      ...plain,
      path: found?.path ?? null,
      version,
      older: isOlder(version, tried),
      runs: wouldRun(engine, driver, config),
      wrong: found === null ? await noProgram(engine, "its program", config) : null,
    };
  };
  return onFault(look, ({ message, hint }) => ({ ...plain, wrong: `${message}; ${hint}` }));
};

const plainConfig = (driver: string, program: string): AgentConfig => ({
  driver,
  argv: [program],
  done: "report",
  env: {},
});

const known = async (
  engine: Engine,
  driver: string,
  { program, tried }: TriedVersion,
  ms: number,
): Promise<readonly KnownProgram[]> => {
  const found = await (await engine.driver(driver))?.find(plainConfig(driver, program), ms);
  if (found === undefined || found === null) return [];
  const agents = Object.entries(engine.config.agents).flatMap(([name, config]) =>
    config.driver === driver ? [name] : [],
  );
  return [{ driver, program, ...found, tried, older: isOlder(found.version, tried), agents }];
};

/** A protocol's roles, by default the names of its reports. */
const rolesOf = async (engine: Engine, name: string): Promise<readonly string[]> => {
  const protocol = await engine.protocol(name);
  if (protocol?.roleNames !== undefined) return protocol.roleNames;
  const described = protocol?.described ?? [];
  return [
    ...new Set(
      described.flatMap(({ kind, name: report }) =>
        kind === "report" ? [report.split("/").at(-1) ?? report] : [],
      ),
    ),
  ];
};

const unknownOf = (
  { roles, personal, needs }: Config,
  all: readonly RoleOf[],
): Installed["unknown"] => {
  const namesOf = (list: readonly Pick<RoleOf, "protocol" | "role">[]): readonly string[] => [
    "*",
    ...list.flatMap(({ protocol, role }) => [role, `${protocol}/${role}`, `${protocol}/*`]),
  ];
  const known = namesOf(all);
  // Checks are the engine's: a runner may need a label for them.
  const needed = [...known, ...namesOf(all.map((one) => ({ ...one, role: "engine" })))];
  const unfit = (table: object, names: readonly string[]): readonly string[] =>
    Object.keys(table).filter((name) => !names.includes(name.split(":")[0] ?? name));
  return [
    ...new Set([...unfit({ ...personal?.roles, ...roles }, known), ...unfit(needs, needed)]),
  ].map((name) => ({ name, meant: nearest(name, known) }));
};

/** Uses the current configuration file. Starts no work. `versions` false: starts no program at all. */
export const installedOf = async (given: Engine, versions: boolean): Promise<Installed> => {
  const engine = { ...given, config: await configNow(given) };
  const ms = versions ? versionMs : 0;
  const roles = (
    await Promise.all(
      engine.protocols.map(async (protocol) =>
        (await rolesOf(engine, protocol)).map((role) => ({
          protocol,
          role,
          agent: agentFor(engine.config, protocol, role),
        })),
      ),
    )
  ).flat();
  const drivers = Object.entries(engine.drivers ?? {});
  const [agents, programs] = await Promise.all([
    Promise.all(
      Object.entries(engine.config.agents).map(([name, config]) =>
        installed(engine, name, config, roles, ms),
      ),
    ),
    Promise.all(
      drivers.flatMap(([driver, own]) => (own === null ? [] : [known(engine, driver, own, ms)])),
    ),
  ]);
  const own = drivers.flatMap(([driver, one]) =>
    one === null ? [] : [{ driver, program: one.program }],
  );
  const refused = await Promise.all(
    own.map(async (one) => {
      const found = await refusedOf(engine, plainConfig(one.driver, one.program));
      return found === null ? [] : [{ ...one, ...found }];
    }),
  );
  return {
    drivers: drivers.map(([driver]) => driver),
    known: own,
    agents,
    programs: programs.flat(),
    refused: refused.flat(),
    roles,
    unknown: unknownOf(engine.config, roles),
  };
};
