// Warning about changed programs (git, agents) since the last look.
import type { Engine } from "../engine.ts";
import type { Progress } from "../run-options.ts";

/** Looks at git and at the agents' programs, and tells of each that changed since the last look. */
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
