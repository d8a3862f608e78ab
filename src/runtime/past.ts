// Past states of a run by version or time, folded from a nearby one.
import { keepLast } from "../core/keep-last.ts";
import type { Recorded, Time } from "../core/row.ts";
import { emptyFold, type Folded } from "./fold.ts";
import type { Logs } from "./logs.ts";
import { createMarks, type Marks } from "./marks.ts";

/** A state as it was, with the events that made it. */
export type Then = { readonly state: unknown; readonly log: readonly Recorded[] };
export type Past = {
  /** At a version or a time; null: the run wasn't yet. `newest`: as it is now. */
  at(run: string, newest: Folded, moment: number | Time): Promise<Then | null>;
  /** All events up to now. */
  log(run: string, newest: Folded): Promise<readonly Recorded[]>;
};

/** Of how many runs states are kept. */
const mostRuns = 4;

/** The state at version 0 is the first, which no event made. */
type Known = { readonly first: unknown; readonly marks: Marks };

/** How many events there were by then: times never run backwards. */
const countAt = (log: readonly Recorded[], time: Time): number => {
  let [from, to] = [0, log.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if ((log[middle]?.at ?? "") <= time) from = middle + 1;
    else to = middle;
  }
  return from;
};

export const createPast = (logs: Logs): Past => {
  /** The run that was asked about last comes last. */
  const known = new Map<string, Known>();

  const knownOf = (run: string, { protocol, root, origin }: Folded): Known => {
    const there = known.get(run) ?? {
      first: emptyFold(protocol, root, origin).state,
      marks: createMarks(),
    };
    keepLast(known, run, there, mostRuns);
    return there;
  };

  return {
    log: (run, { version }) => logs(run, version),
    async at(run, newest, moment) {
      const all = await logs(run, newest.version);
      const count =
        typeof moment === "number" ? Math.min(moment, all.length) : countAt(all, moment);
      if (count <= 0) return null;
      const { first, marks } = knownOf(run, newest);
      const mark = marks.before(count, all);
      let state = mark === null ? first : mark.state;
      for (const event of all.slice(mark?.by.version ?? 0, count)) {
        state = newest.protocol.evolve(state, event);
        marks.offer({ by: event, state });
      }
      return { state, log: count === all.length ? all : all.slice(0, count) };
    },
  };
};
