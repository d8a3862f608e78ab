// Refusal of unknown agent names, before a run uses them.
import type { Command } from "../../core/protocol.ts";
import { isRecord } from "../../core/json/record.ts";
import { type Refusal, refuse } from "../../core/refusal.ts";
import type { Config } from "../config.ts";

/** Refuses unknown agent names, which would otherwise fail only at their turn; null: all are known. */
export const unknownAgent = ({ agents }: Config, commands: readonly Command[]): Refusal | null => {
  for (const { type, data } of commands) {
    const roles =
      type === "AssignRoles" && isRecord(data) && isRecord(data["roles"]) ? data["roles"] : {};
    const names = [...Object.keys(agents), "hand"];
    const unknown = Object.values(roles).find(
      (name) => typeof name === "string" && !names.includes(name),
    );
    if (typeof unknown === "string")
      return refuse("AGENT_UNKNOWN", `there is no agent ${unknown.slice(0, 64)}`, {
        fits: `one of: ${names.join(", ")} (\`cairn setup agents\` tells of each)`,
      });
  }
  return null;
};
