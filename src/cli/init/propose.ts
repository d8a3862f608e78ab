// Offer of a configuration at the first run without one; writes nothing without consent.
import { join } from "node:path";
import { isRefusal } from "../../core/refusal.ts";
import type { System } from "../../runtime/system.ts";
import type { Context } from "../verb.ts";
import { merged, readConfigFile, writeConfigFile } from "./config-file.ts";
import { withChecks } from "./checks.ts";
import { proposed } from "./found.ts";
import { meaning, programLine, proposal } from "./programs.ts";

/** At a terminal without configured agents but with installed programs: prompts, and writes what was accepted; true: reopen the system. */
export const propose = async (context: Context, system: System): Promise<boolean> => {
  const { agents, roles } = system.config;
  if (!context.asks || Object.keys(agents).length > 0 || Object.keys(roles).length > 0)
    return false;
  const { programs } = await system.installed(true);
  const wanted = proposal(programs);
  if (wanted === null) return false;
  const path = join(system.root, "cairn.config.json");
  const before = readConfigFile(path);
  if (isRefusal(before)) return false;
  context.note("No agent is configured here. On this machine there are:");
  for (const program of programs) context.note(`  ${programLine(program)}`);
  context.note(
    `They would edit files and run programs without asking you. ${meaning(wanted.roles) ?? ""}.`,
  );
  if (!(await context.ask.agree(`Write that into ${path} and go on?`, true))) return false;
  const after = withChecks(merged({}, wanted), proposed(system.root, context.env));
  return writeConfigFile(path, before, wanted, after);
};
