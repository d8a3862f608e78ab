// Why: cairn.config.json as a value, and the one rule by which a role finds its agent.
import type { AgentConfig } from "../agents/agent.ts";

export type Config = {
  readonly ledger: string | null;
  readonly runner: { readonly agents: number };
  readonly agents: Readonly<Record<string, AgentConfig>>;
  /** "protocol/role", "role" or "*" → the name of an agent, or `hand`. */
  readonly roles: Readonly<Record<string, string>>;
  /** Options of a protocol, under its name. */
  readonly options: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

export const emptyConfig: Config = { ledger: null, runner: { agents: 4 }, agents: {}, roles: {}, options: {} };

/** The name of the agent for a role: exact, else by the part before `:`, else `*`; "hand": somebody outside does it; null: none. */
export const agentFor = (config: Config, protocol: string, role: string): string | null => {
  const stem = role.split(":")[0] ?? role;
  for (const name of [`${protocol}/${role}`, role, `${protocol}/${stem}`, stem, `${protocol}/*`, "*"]) {
    const found = config.roles[name];
    if (found !== undefined) return found;
  }
  return null;
};
