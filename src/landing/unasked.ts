// Stuck landings of a run that asks nobody: they fail it.
import { ahead } from "../core/rules/ahead.ts";
import type { Event, Protocol, Stamp } from "../core/protocol.ts";
import { mendsAllowed } from "./events.ts";
import { isStuck, stuckWords } from "./jobs.ts";
import { type Candidate, siteOf } from "./site.ts";

const stuckIn = (state: unknown): readonly Candidate[] =>
  Object.values(siteOf(state)?.candidates ?? {}).filter(isStuck);

/** Where nobody is asked, work that can't land fails the run; taken up again, the run has it mended some more times. */
export const unasked = (
  protocol: Protocol,
  state: unknown,
  decided: readonly Event[],
  stamp: Stamp,
): readonly Event[] => {
  if (protocol.fails === undefined || protocol.isAuto?.(state) !== true) return [];
  const next = ahead(protocol.evolve)(state, decided, stamp);
  if (protocol.life(next) !== "live") return [];
  const stuck = stuckIn(next);
  if (protocol.life(state) === "over") return stuck.map(({ unit }) => mendsAllowed({ unit }));
  const [first] = stuck;
  return first === undefined ? [] : protocol.fails(stuckWords(first));
};
