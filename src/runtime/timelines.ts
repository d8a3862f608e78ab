// Why: a timeline is gone on with from where it was read last, in pieces, so that a long one keeps nobody waiting twice.
import { keepLast } from "../core/keep-last.ts";
import type { Engine } from "./engine.ts";
import type { Folded } from "./fold.ts";
import { type Later, sleepBy } from "./later.ts";
import type { Past } from "./past.ts";
import { type Attempt, noTimeline, overWithout, type Timeline, timelineOn } from "./timeline.ts";

/** How many events of a timeline are read at once. */
const piece = 500;
/** Of how many runs a timeline is remembered. */
const most = 16;

export type Timelines = (run: string, folded: Folded) => Promise<readonly Attempt[]>;

/** `ends`: with how each ended, as far as its events tell; without, what tells of ends isn't even loaded. */
type How = { readonly later: Later; readonly ends: boolean };

export const attemptsOf = (
  { ledger }: Engine,
  past: Pick<Past, "log">,
  { later, ends: wanted }: How,
): Timelines => {
  const known = new Map<string, Timeline>();
  return async (run, folded) => {
    let timeline = known.get(run) ?? noTimeline;
    const [log, ends] = [
      await past.log(run, folded),
      wanted ? await folded.protocol.ends?.() : undefined,
    ];
    // In pieces, so that whoever serves others goes on meanwhile.
    for (let next = timeline.version; next < log.length; next = timeline.version) {
      timeline = timelineOn(folded.protocol, timeline, log.slice(next, next + piece), ends);
      await sleepBy(later, 0);
    }
    keepLast(known, run, timeline, most);
    return overWithout(
      timeline.attempts,
      new Set((await ledger.leases(run)).map(({ fence }) => fence)),
    );
  };
};
