// Why: a path that somebody names in what he asks may lead anywhere: that is his to mend, so it is refused, and nothing else stops for it.
import type { Ask, Facts } from "../core/protocol.ts";
import { Fault, refuse, type Refusal } from "../core/refusal.ts";
import type { Ground, Measured } from "../workspace/workspace.ts";
import type { Engine } from "./engine.ts";

const askers: readonly string[] = ["PATH_OUTSIDE", "FILE_OVERSIZED"];

/** What a command asks for; `seen`: the tree as it was measured for it. Refused: PATH_OUTSIDE, FILE_OVERSIZED; other Faults are the operator's. */
export const askedFacts = async (
  { workspace, now }: Engine,
  ground: Ground,
  ask: Ask,
  seen?: Measured,
): Promise<Facts | Refusal> => {
  try {
    return await workspace.facts(ground, ask, now(), seen);
  } catch (error) {
    if (!(error instanceof Fault) || !askers.includes(error.code)) throw error;
    return refuse(error.code, error.message, { fits: error.hint });
  }
};
