// Recovery commands where the world contradicts a record, for runner and doctor alike.
import type { Command, Sender } from "../core/protocol.ts";
import { siteOf } from "../landing/site.ts";
import { type Engine, groundOf } from "./engine.ts";
import type { Folded } from "./fold.ts";

export const recoverySender: Sender = { kind: "recovery", name: "recovery" };

/** The commands that would revert lost work; empty if the record holds, or its protocol proves nothing of the kind. Faults: those of measuring. */
export const recoveryOf = async (engine: Engine, folded: Folded): Promise<readonly Command[]> => {
  const { protocol, state } = folded;
  // Commits of landing work are kept alive, reachable or not.
  if (protocol.recover === undefined || protocol.life(state) !== "live" || siteOf(state) !== null)
    return [];
  const facts = await engine.workspace.facts(
    groundOf(engine, folded),
    protocol.recover.ask(state),
    engine.now(),
  );
  return protocol.recover.of(state, facts);
};

/** The same in words, a phrase for each item. */
export const recoveryWords = async (engine: Engine, folded: Folded): Promise<readonly string[]> =>
  (await recoveryOf(engine, folded)).flatMap(
    (command) => folded.protocol.recover?.words(command) ?? [],
  );
