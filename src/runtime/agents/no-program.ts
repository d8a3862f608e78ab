// Words for an agent whose program can't be run: missing, or refused because agents could have put it there.
import type { AgentConfig } from "../../agents/agent.ts";
import type { Refused } from "../../core/agents/refused-program.ts";
import { asTyped } from "../../core/words/shell-word.ts";
import type { Engine } from "../engine.ts";

/** Location of such a program; null: not on PATH. */
export const refusedOf = async (engine: Engine, config: AgentConfig): Promise<Refused | null> =>
  (await engine.driver("command"))?.refused?.(config) ?? null;

/** Why no program of this name can run; null: one can, or that is unknown. `whose` begins the sentence: "the program of agent codex". */
export const lackingProgram = async (
  engine: Engine,
  whose: string,
  program: string,
  path?: string,
): Promise<string | null> => {
  const lack = (await engine.driver("command"))?.lacks?.(program, path) ?? null;
  if (lack === null) return null;
  return lack.inert === null
    ? `${whose} is not on this machine: ${program}`
    : `${whose} is not executable: ${lack.inert}. Type: chmod +x ${asTyped(lack.inert)}`;
};

/** Why an agent's program can't run. */
export const noProgram = async (
  engine: Engine,
  whose: string,
  config: AgentConfig,
): Promise<string> => {
  const wanted = config.argv.flat().at(0) ?? "";
  const refused = await refusedOf(engine, config);
  if (refused !== null)
    return `${whose} is refused: ${refused.file}: ${refused.why}. It may be in any folder outside of the working tree that PATH names by its full path; or trust this one by its full path in the agent's argv`;
  const lack = await lackingProgram(engine, whose, wanted, config.env["PATH"]);
  return lack ?? `${whose} is not on this machine: ${wanted}`;
};
