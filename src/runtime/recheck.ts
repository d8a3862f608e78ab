// Why: a proof that can't be repeated on request is a story; here its check runs again and nothing is recorded.
import { type Engine, groundOf } from "./engine.ts";
import type { Folded } from "./fold.ts";
import { readLog } from "./history.ts";
import type { Runner } from "./runner-parts.ts";
import type { Rechecked } from "./system.ts";

export const recheck = async (
  engine: Engine,
  run: string,
  folded: Folded,
  check: Runner["check"],
  unit?: string,
): Promise<readonly Rechecked[]> => {
  const { protocol, state } = folded;
  const recorded = protocol.evidence(state, await readLog(engine, run, folded.version), unit);
  const done: Rechecked[] = [];
  for (const due of protocol.rechecks(state, unit)) {
    const proof = await check(engine, groundOf(engine, folded), due.check);
    const { passed, why } = due.judge(proof);
    const before = recorded.find((criterion) => criterion.unit === due.unit && criterion.number === due.number);
    const held = before?.status === "proved" || before?.status === "captured" || before?.status === "stale";
    done.push({ unit: due.unit, number: due.number, exit: proof.exit, passed, agrees: held === passed, why });
  }
  return done;
};
