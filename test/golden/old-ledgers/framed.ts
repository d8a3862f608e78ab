// Each protocol as the program drives it: with the frame's own events of work, budget and steering.
import { withBudget } from "../../../src/budget/with-budget.ts";
import type { Protocol } from "../../../src/core/protocol.ts";
import { iterative } from "../../../src/protocols/iterative/index.ts";
import { player } from "../../../src/protocols/player/index.ts";
import { stigmergy } from "../../../src/protocols/stigmergy/index.ts";
import { ultrawork } from "../../../src/protocols/ultrawork/index.ts";
import { withSteering } from "../../../src/steering/with-steering.ts";
import { withWork } from "../../../src/work/with-work.ts";

export const inFrame = (protocol: Protocol): Protocol =>
  withSteering(withBudget(withWork(protocol)));
/** Those that older code had. */
export const framed: readonly Protocol[] = [ultrawork, player, iterative, stigmergy].map(inFrame);
