// What the configuration gives a protocol: its own options, and the repository's checks where it wants them.
import type { Protocol } from "../core/protocol.ts";
import type { Config } from "./config.ts";

/** One list of checks serves all protocols: one that runs some of its own takes it, unless its options name others. */
export const optionsOf = (
  { options, ready }: Config,
  { name, checksOption }: Pick<Protocol, "name" | "checksOption">,
): Readonly<Record<string, unknown>> => {
  const own = options[name] ?? {};
  if (checksOption === undefined || ready.checks.length === 0 || own[checksOption] !== undefined)
    return own;
  const checks = ready.checks.map(({ name: check, argv, cwd, ms }) => ({
    name: check,
    argv,
    cwd,
    timeout_s: ms / 1_000,
  }));
  return { ...own, [checksOption]: checks };
};
