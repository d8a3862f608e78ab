// Why: whoever slides through a run's past asks for one moment after the other; each is folded from one nearby, not from the beginning.
import { keepLast } from "../core/keep-last.ts";
import type { Recorded, Time } from "../core/row.ts";
import { emptyFold, type Folded } from "./fold.ts";
import type { Logs } from "./logs.ts";

/** A state as it was, with the events that made it. */
export type Then = { readonly state: unknown; readonly log: readonly Recorded[] };
export type Past = {
  /** At a version or a time; null: the run wasn't yet. `newest`: as it is now. */
  at(run: string, newest: Folded, moment: number | Time): Promise<Then | null>;
  /** All events up to now. */
  log(run: string, newest: Folded): Promise<readonly Recorded[]>;
};

/** How many events lie between states that are kept, and of how many runs they are. A state shares most of itself with the one before. */
const every = 250;
const mostRuns = 4;

/** `by`: the event that made it. */
type Mark = { readonly by: Recorded; readonly state: unknown };
/** The state at version 0 is the first, which no event made; then one each so many events. */
type Marks = { readonly first: unknown; readonly protocol: Folded["protocol"]; marks: readonly Mark[] };

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
  const known = new Map<string, Marks>();

  const marksOf = (run: string, { protocol, root, origin }: Folded, log: readonly Recorded[]): Marks => {
    const there = known.get(run) ?? { first: emptyFold(protocol, root, origin).state, protocol, marks: [] };
    // A ledger that was restored tells another story from some event on.
    const wrong = there.marks.findIndex(({ by }, index) => log[(index + 1) * every - 1] !== by && log.length >= (index + 1) * every);
    if (wrong >= 0) there.marks = there.marks.slice(0, wrong);
    keepLast(known, run, there, mostRuns);
    return there;
  };

  return {
    log: (run, { version }) => logs(run, version),
    async at(run, newest, moment) {
      const all = await logs(run, newest.version);
      const count = typeof moment === "number" ? Math.min(moment, all.length) : countAt(all, moment);
      if (count <= 0) return null;
      const own = marksOf(run, newest, all);
      const begin = Math.min(own.marks.length, Math.floor(count / every));
      let state = begin === 0 ? own.first : own.marks[begin - 1]?.state;
      for (let version = begin * every + 1; version <= count; version += 1) {
        const event = all[version - 1];
        if (event === undefined) break;
        state = own.protocol.evolve(state, event);
        if (version % every === 0 && own.marks.length === version / every - 1) own.marks = [...own.marks, { by: event, state }];
      }
      return { state, log: count === all.length ? all : all.slice(0, count) };
    },
  };
};
