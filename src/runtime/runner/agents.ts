// Why: a missing agent is told before the first launch, all of them at once, and not found out hours later when its turn comes.
import type { AgentConfig, Driver } from "../../agents/agent.ts";
import { Fault } from "../../core/refusal.ts";
import type { Job } from "../../core/job.ts";
import type { Role } from "../../core/view.ts";
import { agentFor } from "../config.ts";
import type { Engine } from "../engine.ts";
import type { Folded } from "../fold.ts";

export type Agent = { readonly name: string; readonly config: AgentConfig; readonly driver: Driver };

/** hand: somebody outside does it. missing: why nobody can. */
export const agentOf = async (engine: Engine, protocol: string, role: string): Promise<Agent | "hand" | { readonly missing: string }> => {
  const name = agentFor(engine.config, protocol, role);
  if (name === null) return { missing: `no agent for role ${role}` };
  if (name === "hand") return "hand";
  const config = Object.hasOwn(engine.config.agents, name) ? engine.config.agents[name] : undefined;
  if (config === undefined) return { missing: `role ${role} is given to ${name}, which is no agent` };
  const driver = await engine.driver(config.driver);
  if (driver === undefined) return { missing: `agent ${name} wants driver ${config.driver}, which there isn't` };
  return { name, config, driver };
};

type Run = Pick<Folded, "protocol" | "state">;

/** The roles whose agents this run may need: those that its protocol names and those of the jobs that are due. */
export const rolesOf = ({ protocol, state }: Run, jobs: readonly Job[]): readonly Role[] => {
  const named = protocol.roles?.(state) ?? [];
  const due = jobs.filter((job) => job.kind === "agent" && job.outside !== true && job.child === undefined).map((job) => job.role);
  return [...named, ...[...new Set(due)].filter((name) => !named.some((role) => role.name === name)).map((name) => ({ name }))];
};

/** Why nobody on this machine can have the role; null: somebody can. */
export const missingFor = async (
  engine: Engine,
  protocol: string,
  { name: role, unlike, protocol: nested }: Role,
): Promise<string | null> => {
  if (nested !== undefined)
    return engine.protocols.includes(nested) ? null : `there is no protocol ${nested}; there are: ${engine.protocols.join(", ")}`;
  const agent = await agentOf(engine, protocol, role);
  if (agent === "hand") return null;
  if ("missing" in agent) return agent.missing;
  if (unlike !== undefined && agentFor(engine.config, protocol, unlike) === agent.name)
    return `roles ${unlike} and ${role} are both given to ${agent.name}, and this run wants two different agents for them`;
  if ((await agent.driver.find(agent.config)) !== null) return null;
  return `the program of agent ${agent.name} is not on this machine: ${agent.config.argv.flat().at(0) ?? ""}`;
};

/** Fault AGENT_MISSING lists every role that nobody can have. `found`: what was looked at before. */
export const findAgents = async (engine: Engine, run: Run, jobs: readonly Job[], found: Set<string>): Promise<void> => {
  const missing: string[] = [];
  const ways = [
    "name agents and roles in cairn.config.json (`cairn init` asks for them)",
    'give a role to "hand" and `cairn claim` its jobs',
  ];
  for (const role of rolesOf(run, jobs)) {
    const looked = `${role.name} ${role.unlike ?? ""}`;
    if (found.has(looked)) continue;
    const why = await missingFor(engine, run.protocol.name, role);
    if (why === null) found.add(looked);
    else missing.push(why);
    if (why !== null && role.otherwise !== undefined) ways.push(role.otherwise);
  }
  if (missing.length > 0) throw new Fault("AGENT_MISSING", [...new Set(missing)].join("; "), [...new Set(ways)].join("; or "));
};
