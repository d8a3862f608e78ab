// Why: a run whose place changed (archive) takes its folder along whole, also after a kill between the event and the move.
import type { Recorded } from "../core/row.ts";
import type { Engine } from "./engine.ts";
import { groundOf } from "./engine.ts";
import type { Folded } from "./fold.ts";

/** Which version asked last for another place; 0: none did. */
export const movedAt = ({ protocol }: Folded, log: readonly Recorded[]): number =>
  log.findLast(({ type }) => protocol.moves.includes(type))?.version ?? 0;

/** Where the run's folder lay before its place changed last, absolute; null where it never did. */
export const formerFolder = (engine: Engine, folded: Folded, log: readonly Recorded[]): string | null => {
  const { protocol } = folded;
  const now = groundOf(engine, folded).place;
  if (movedAt(folded, log) === 0) return null;
  let state: unknown = null;
  let former: string | null = null;
  for (const event of log) {
    state = protocol.evolve(state, event);
    const place = groundOf(engine, { ...folded, state }).place;
    if (place !== now) former = place;
  }
  return former;
};
