// The configuration as it counts for one run: the agents that the run's own person gave its roles go before all others.
import { steeringOf } from "../steering/steering.ts";
import type { Command } from "../core/protocol.ts";
import type { Config } from "./config.ts";

/** @param state the run's */
export const configOfRun = (config: Config, state: unknown): Config => {
  const roles = steeringOf(state)?.roles ?? {};
  return Object.keys(roles).length === 0 ? config : { ...config, assigned: roles };
};

/** What a run that this one starts is told first, so that the same agents do its roles. */
export const assignedBy = (state: unknown): readonly Command[] => {
  const roles = steeringOf(state)?.roles ?? {};
  return Object.keys(roles).length === 0 ? [] : [{ type: "AssignRoles", data: { roles } }];
};
