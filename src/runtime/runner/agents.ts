// Lookup of agents for roles: all missing ones reported before the first launch.
import type { AgentConfig, Driver } from "../../agents/agent.ts";
import type { Job } from "../../core/job.ts";
import { Fault } from "../../core/refusal.ts";
import type { Role } from "../../core/view.ts";
import { steeringOf } from "../../steering/steering.ts";
import { agentFor, type Config, configOfRun } from "../config.ts";
import type { Engine } from "../engine.ts";
import { lackingProgram, noProgram } from "../agents/no-program.ts";
import { dueOf, isUnset, noAgent, rolesOf, type Run } from "../agents/roles.ts";
import type { Driven } from "../start/start.ts";
import { servingOf } from "./serving.ts";

export type Agent = {
  readonly name: string;
  readonly config: AgentConfig;
  readonly driver: Driver;
};

/** hand: an external worker. missing: why no agent is available. */
export const agentOf = async (
  engine: Engine,
  { protocol, state }: Run,
  role: string,
): Promise<Agent | "hand" | { readonly missing: string }> => {
  const name = agentFor(configOfRun(engine.config, state), protocol.name, role);
  if (name === null) return { missing: `no agent for role ${role}` };
  if (name === "hand") return "hand";
  const config = Object.hasOwn(engine.config.agents, name) ? engine.config.agents[name] : undefined;
  if (config === undefined)
    return { missing: `role ${role} is given to ${name}, which is no agent` };
  const driver = await engine.driver(config.driver);
  if (driver === undefined)
    return { missing: `agent ${name} wants driver ${config.driver}, which there isn't` };
  return { name, config, driver };
};

/** Why no agent on this machine can have the role; null: one can. */
export const missingFor = async (
  engine: Engine,
  run: Run,
  { name: role, unlike, protocol: nested, program }: Role,
): Promise<string | null> => {
  if (program !== undefined) return lackingProgram(engine, `the program of ${role}`, program);
  if (nested !== undefined)
    return engine.protocols.includes(nested)
      ? null
      : `there is no protocol ${nested}; there are: ${engine.protocols.join(", ")}`;
  const agent = await agentOf(engine, run, role);
  if (agent === "hand") return null;
  if ("missing" in agent) return agent.missing;
  if (
    unlike !== undefined &&
    agentFor(configOfRun(engine.config, run.state), run.protocol.name, unlike) === agent.name
  )
    return `roles ${unlike} and ${role} are both given to ${agent.name}, and this run wants two different agents for them`;
  if ((await agent.driver.find(agent.config, 0)) !== null) return null;
  return noProgram(engine, `the program of agent ${agent.name}`, agent.config);
};

/** What to do about a role without an agent. */
const agentWays = [
  "name agents and roles in cairn.config.json (`cairn setup agents` shows who there is and what would be run)",
  'give a role to "hand", or drive it all by `cairn run --hand`, and `cairn job claim` the jobs',
];

type Missing = { readonly role: Role; readonly why: string };
const isAgent = ({ role }: Missing): boolean => role.program === undefined;

/** @param told begins the hint */
const faultOf = (
  engine: Engine,
  missing: readonly Missing[],
  told: string,
  others: readonly string[],
): Fault => {
  const agents = missing.some(isAgent);
  if (agents && isUnset(engine.config)) return new Fault("AGENT_MISSING", noAgent, "");
  const ways = [...(agents ? agentWays : []), ...others];
  return new Fault(
    agents ? "AGENT_MISSING" : "PROGRAM_MISSING",
    [...new Set(missing.map(({ why }) => why))].join("; "),
    `${told}${[...new Set(ways)].join("; or ")}`,
  );
};

/** The program that makes checkouts ready, unless it may be a file of theirs. */
const setupRole = ({ setup }: Config["ready"]): readonly Role[] => {
  const [program = ""] = setup?.argv ?? [];
  const instead = "install it, or correct `setup` in cairn.config.json";
  return program === "" || program.includes("/") ? [] : [{ name: "`setup`", program, instead }];
};

/** Before a run is created: faults AGENT_MISSING, PROGRAM_MISSING list all its roles without an agent or a program, except those that other runners serve. */
export const findBeforehand = async (
  engine: Engine,
  run: Run,
  { hand = false, ...options }: Driven,
): Promise<void> => {
  const low = await engine.workspace.lowLimits();
  if (low !== null) throw low;
  const { serves } = servingOf(configOfRun(engine.config, run.state), options);
  const missing: Missing[] = [];
  for (const role of [...rolesOf(run, dueOf(run)), ...setupRole(engine.config.ready)]) {
    if ((hand && role.program === undefined) || !serves(run.protocol.name, role.name)) continue;
    const why = await missingFor(engine, run, role);
    if (why !== null) missing.push({ role, why });
  }
  if (missing.length === 0) return;
  const instead = missing.flatMap(({ role }) => role.instead ?? []);
  throw faultOf(
    engine,
    missing,
    "no run was made: ",
    instead.length === missing.length ? instead : [],
  );
};

/** Fault AGENT_MISSING lists all roles without an agent, PROGRAM_MISSING if only programs of checks are missing. `found`: earlier results. `hand`: starts no agents, but checks. `serves`: excludes roles of other runners. */
export const findAgents = async (
  engine: Engine,
  run: Run,
  jobs: readonly Job[],
  found: Set<string>,
  hand = false,
  serves: (role: string) => boolean = () => true,
): Promise<void> => {
  const missing: Missing[] = [];
  for (const role of rolesOf(run, jobs)) {
    const looked = JSON.stringify([
      role.name,
      role.unlike,
      role.program,
      steeringOf(run.state)?.roles,
    ]);
    if (found.has(looked) || (hand && role.program === undefined) || !serves(role.name)) continue;
    const why = await missingFor(engine, run, role);
    if (why === null) found.add(looked);
    else missing.push({ role, why });
  }
  if (missing.length === 0) return;
  throw faultOf(
    engine,
    missing,
    "",
    missing.flatMap(({ role }) => role.otherwise ?? []),
  );
};
