// Missing agents of a run, with advice: detected before a runner starts.
import { onFault } from "../on-fault.ts";
import type { Config } from "../config.ts";
import { configNow, type Engine } from "../engine.ts";
import { dueOf, isTended, type Run } from "./roles.ts";
import { findAgents } from "../runner/agents.ts";

/** `fits`: the remedy. */
export type Lack = { readonly text: string; readonly fits: string };
export type Lacks = (run: string, folded: Run) => Promise<Lack | null>;

/** Uses the current configuration file, which the next runner will read. Programs found once aren't looked up again while it is unchanged. */
export const createLacks = (engine: Engine): Lacks => {
  let config: Config | null = null;
  let found = new Map<string, Set<string>>();
  return async (run, folded) => {
    const { protocol } = folded;
    if (await isTended(engine, run, folded)) return null;
    const look = async () => {
      const now = await configNow(engine);
      if (now !== config) found = new Map();
      config = now;
      const looked = found.get(protocol.name) ?? new Set();
      found.set(protocol.name, looked);
      await findAgents({ ...engine, config: now }, folded, dueOf(folded), looked);
      return null;
    };
    return onFault(look, ({ message, hint }) => ({ text: message, fits: hint }));
  };
};
