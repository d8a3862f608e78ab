// Why: a role that nobody knows is an agent that never comes, and a mistyped one goes to whoever has all others.
import { isRefusal, refuse, type Refusal } from "../../core/refusal.ts";
import type { System } from "../../runtime/system.ts";
import { suggestion } from "../nearest.ts";

/** The roles of all protocols: whoever has one hands in a report of its name, where the protocol says nothing else. */
const rolesOf = async (system: System): Promise<readonly string[]> => {
  const names = new Set<string>();
  for (const name of system.protocols) {
    const protocol = await system.protocol(name);
    if (!isRefusal(protocol) && protocol.roleNames !== undefined) {
      for (const role of protocol.roleNames) names.add(role);
      continue;
    }
    const described = isRefusal(protocol) ? [] : ((await protocol.described?.()) ?? []);
    for (const { kind, name: report } of described) if (kind === "report") names.add(report.split("/").at(-1) ?? report);
  }
  return [...names];
};

/** Refused: a role that no protocol has. `*` is all others, `protocol/role` one protocol's, `role:kind` one kind of it. */
export const unknownRole = async (system: System, roles: readonly string[]): Promise<Refusal | null> => {
  if (roles.every((role) => role === "*")) return null;
  const known = await rolesOf(system);
  for (const role of roles) {
    const [protocol, own] = role.includes("/") ? [role.slice(0, role.indexOf("/")), role.slice(role.indexOf("/") + 1)] : [null, role];
    const stem = own.split(":")[0] ?? own;
    const there = stem === "*" || known.includes(stem);
    if (!there || (protocol !== null && !system.protocols.includes(protocol)))
      return refuse("ROLE_UNKNOWN", `there is no role ${role.slice(0, 80)}`, {
        fits: `${suggestion(stem, known)} (roles: ${known.join(", ")}, and * for all others)`,
      });
  }
  return null;
};
