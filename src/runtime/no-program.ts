// Words for an agent whose program can't be run: missing, or refused because agents could have put it there.
import type { AgentConfig } from "../agents/agent.ts";
import type { Refused } from "../core/refused-program.ts";
import type { Engine } from "./engine.ts";

/** Location of such a program; null: not on PATH. */
export const refusedOf = async (engine: Engine, config: AgentConfig): Promise<Refused | null> =>
  (await engine.driver("command"))?.refused?.(config) ?? null;

/**
 * Why an agent's program can't run.
 * @param whose begins the sentence: "the program of agent codex"
 */
export const noProgram = async (
  engine: Engine,
  whose: string,
  config: AgentConfig,
): Promise<string> => {
  const wanted = config.argv.flat().at(0) ?? "";
  const refused = await refusedOf(engine, config);
  return refused === null
    ? `${whose} is not on this machine: ${wanted}`
    : `${whose} is refused: ${refused.file}: ${refused.why}. It may be in any folder outside of the working tree that PATH names by its full path; or trust this one by its full path in the agent's argv`;
};
