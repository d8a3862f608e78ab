// Warning about changed programs (git, agents) since the last look.
import type { Engine } from "../engine.ts";
import type { Progress } from "../run-options.ts";

/** Checks git and the agents' programs, and reports changes since the last check. */
export const tellPrograms = async (
  engine: Engine,
  tell: (progress: Progress) => void,
): Promise<void> => {
  const agents: Record<string, string> = {};
  for (const [name, config] of Object.entries(engine.config.agents)) {
    const found = await (await engine.driver(config.driver))?.find(config, 0);
    if (found) agents[name] = found.path;
  }
  for (const text of await engine.workspace.programs(engine.root, agents))
    tell({ is: "warning", text });
};
