// Past states of a run by version or time, folded from a nearby one.
import { isOver } from "../../core/over.ts";
import { keepLast } from "../../core/keep-last.ts";
import type { Recorded, Time } from "../../core/row.ts";
import { emptyFold, type Folded } from "../fold.ts";
import type { Logs } from "./logs.ts";
import { createMarks, type Marks } from "./marks.ts";

/** An earlier state with its events. */
export type Then = { readonly state: unknown; readonly log: readonly Recorded[] };
export type Past = {
  /** At a version or a time; null: before the run's start. `newest`: the current state. */
  at(run: string, newest: Folded, moment: number | Time): Promise<Then | null>;
  /** All events so far. */
  log(run: string, newest: Folded): Promise<readonly Recorded[]>;
};

/** Number of runs with cached states. */
const mostRuns = 4;

/** Version 0 is the initial state, without an event. */
type Known = { readonly first: unknown; readonly marks: Marks };

/** The number of events at a time, which never decreases. */
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
  /** Ordered by last access. */
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

/** When a run that is over at a version ended, whatever was merged or put away since. */
export const endIn = async ({ at }: Past, run: string, newest: Folded, version: number) => {
  let found: { readonly endedAt?: Time } = {};
  for (let count = version; count > 0; count -= 1) {
    const then = await at(run, newest, count);
    const last = then?.log.at(-1);
    if (last === undefined || !isOver(newest.protocol.life(then?.state))) break;
    found = { endedAt: last.at };
  }
  return found;
};
