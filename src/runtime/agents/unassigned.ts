// Roles of a live run without an agent in the configuration, for `status`; looks for no programs.
import { agentFor, configOfRun } from "../config.ts";
import type { Engine } from "../engine.ts";
import type { Lack } from "./lacks.ts";
import { dueOf, isTended, isUnset, noAgent, rolesOf, type Run } from "./roles.ts";

/** A sentence about a live run's unassigned roles; null: none, or a worker is or was active: unassigned jobs were claimed. `done`: roles of completed jobs. */
export const unassigned = async (
  engine: Engine,
  run: string,
  folded: Run,
  done: () => Promise<ReadonlySet<string>>,
): Promise<Lack | null> => {
  const { protocol, state } = folded;
  const config = configOfRun(engine.config, state);
  if (config.unread !== undefined) return null;
  const roles = rolesOf(folded, dueOf(folded)).filter(
    ({ program, protocol: nested }) => program === undefined && nested === undefined,
  );
  const missing = roles.filter(({ name }) => agentFor(config, protocol.name, name) === null);
  if (missing.length === 0 || (await isTended(engine, run, folded))) return null;
  const worked = await done();
  if (missing.some(({ name }) => worked.has(name))) return null;
  if (isUnset(config)) return { text: noAgent, fits: "" };
  return {
    text: [...new Set(missing.map(({ name }) => `no agent for role ${name}`))].join("; "),
    fits: "name an agent for it in cairn.config.json (`cairn setup agents` shows who there is); or take its jobs by `cairn job claim`",
  };
};
