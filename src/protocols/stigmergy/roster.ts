// Roster of stigmergy's named roles: archetypes, defaults, builder and alias lookup.
import { plain } from "./spelling.ts";
import type { Playing } from "./state.ts";

export type Archetype =
  | "Interpreter"
  | "Executor"
  | "Verifier"
  | "Planner"
  | "Responder"
  | "Person";
type RoleKind = {
  readonly archetype: Archetype;
  readonly plays: Playing;
  readonly old: readonly string[];
};

const roles: Readonly<Record<string, RoleKind>> = {
  saul: { archetype: "Interpreter", plays: "engine", old: ["stigmergy-master", "dispatcher"] },
  olivia: {
    archetype: "Executor",
    plays: "engine",
    old: ["stigmergy-orchestrator", "orchestrator"],
  },
  quinn: { archetype: "Verifier", plays: "engine", old: ["qa"] },
  mary: { archetype: "Planner", plays: "agent", old: ["analyst"] },
  john: { archetype: "Planner", plays: "agent", old: ["pm"] },
  winston: { archetype: "Planner", plays: "agent", old: ["architect"] },
  sally: { archetype: "Planner", plays: "agent", old: ["ux-expert"] },
  bob: { archetype: "Executor", plays: "agent", old: ["sm"] },
  james: { archetype: "Executor", plays: "agent", old: ["dev"] },
  victor: { archetype: "Executor", plays: "agent", old: [] },
  rocco: { archetype: "Executor", plays: "agent", old: ["refactorer"] },
  sarah: { archetype: "Verifier", plays: "agent", old: ["po"] },
  dexter: { archetype: "Responder", plays: "agent", old: ["debugger"] },
  metis: { archetype: "Responder", plays: "agent", old: ["meta"] },
  user: { archetype: "Person", plays: "person", old: [] },
};

export const roleNames: readonly string[] = Object.keys(roles);
export const defaultRoster: Readonly<Record<string, Playing>> = Object.fromEntries(
  Object.entries(roles).map(([name, { plays }]) => [name, plays]),
);

/** Roles that the configuration can assign to an agent. */
export const agentRoles: readonly string[] = roleNames.filter(
  (name) => roles[name]?.plays === "agent",
);

/** Finds a role by its current or former name in any spelling; null if it isn't in the roster. */
export const roleOf = (name: string): string | null => {
  const spelled = plain(name);
  return Object.hasOwn(roles, spelled)
    ? spelled
    : (Object.entries(roles).find(([, { old }]) => old.includes(spelled))?.[0] ?? null);
};

export const archetypeOf = (name: string): Archetype | null => {
  const role = roleOf(name);
  return role === null ? null : (roles[role]?.archetype ?? null);
};

/** The Executor named by a story's `agent` key; null if none. */
export const builderOf = (name: string): string | null => {
  const role = roleOf(name);
  return role !== null && archetypeOf(role) === "Executor" && role !== "olivia" && role !== "bob"
    ? role
    : null;
};

/** Signatures of the engine: dispatch and derived entries, a story's loop, checks. */
export const saul = "saul";
export const olivia = "olivia";
export const quinn = "quinn";
/** A person. */
export const user = "user";
/** Author of an edit without a name. */
export const unknown = "unknown";
