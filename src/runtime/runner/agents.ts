// Why: a missing agent is told before the first launch, all of them at once, and not found out hours later when its turn comes.
import type { AgentConfig, Driver } from "../../agents/agent.ts";
import { Fault } from "../../core/refusal.ts";
import type { Job } from "../../core/job.ts";
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

/** The roles whose agents this run may need: those that its protocol names and those of the jobs that are due. */
const rolesOf = ({ protocol, state }: Folded, jobs: readonly Job[]): readonly string[] => [
  ...new Set([
    ...(protocol.roles?.(state) ?? []),
    ...jobs.filter((job) => job.kind === "agent" && job.outside !== true).map((job) => job.role),
  ]),
];

/** Fault AGENT_MISSING lists every role that has no agent, or whose program isn't on this machine. `found`: roles that were looked at before. */
export const findAgents = async (engine: Engine, folded: Folded, jobs: readonly Job[], found: Set<string>): Promise<void> => {
  const missing: string[] = [];
  for (const role of rolesOf(folded, jobs)) {
    if (found.has(role)) continue;
    const agent = await agentOf(engine, folded.protocol.name, role);
    if (agent === "hand") found.add(role);
    else if ("missing" in agent) missing.push(agent.missing);
    else if ((await agent.driver.find(agent.config)) === null) {
      missing.push(`the program of agent ${agent.name} (role ${role}) is not on this machine: ${agent.config.argv.flat().at(0) ?? ""}`);
    } else found.add(role);
  }
  if (missing.length === 0) return;
  throw new Fault(
    "AGENT_MISSING",
    missing.join("; "),
    'name agents and roles in cairn.config.json (`cairn init` asks for them), or give a role to "hand" and `cairn claim` its jobs',
  );
};
