// Facts for a command; a path that leads outside is refused, since its sender can correct it.
import type { Ask, Facts } from "../core/protocol.ts";
import type { Refusal } from "../core/refusal.ts";
import type { Ground } from "../workspace/workspace.ts";
import type { Engine } from "./engine.ts";
import { asRefusal, onFault } from "./on-fault.ts";

const askers: readonly string[] = ["PATH_OUTSIDE", "FILE_OVERSIZED"];

/** The facts that a command needs. Refused: PATH_OUTSIDE, FILE_OVERSIZED; other Faults are the operator's. */
export const askedFacts = async (
  { workspace, now }: Engine,
  ground: Ground,
  ask: Ask,
): Promise<Facts | Refusal> =>
  onFault(() => workspace.facts(ground, ask, now()), asRefusal, askers);
