// Check of role names in init: a mistyped role would fall to the agent of all others.
import { refuse, type Refusal } from "../../core/refusal.ts";
import type { Installed } from "../../runtime/system.ts";
import { suggestion } from "../help/nearest.ts";

/** Refuses roles that no protocol has. `*` means all others, `protocol/role` one protocol's, `role:kind` one kind of it. */
export const unknownRole = (
  known: Installed["roles"],
  roles: readonly string[],
): Refusal | null => {
  for (const role of roles) {
    const [protocol, own] = role.includes("/")
      ? [role.slice(0, role.indexOf("/")), role.slice(role.indexOf("/") + 1)]
      : [null, role];
    const stem = own.split(":")[0] ?? own;
    const there = known.some(
      (one) =>
        (protocol === null || one.protocol === protocol) && (stem === "*" || one.role === stem),
    );
    if (there) continue;
    const names = [...new Set(known.map((one) => one.role))];
    return refuse("ROLE_UNKNOWN", `there is no role ${role.slice(0, 80)}`, {
      fits: `${suggestion(stem, names)} (roles: ${names.join(", ")}, and * for all others)`,
    });
  }
  return null;
};
