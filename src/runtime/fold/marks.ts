// Bounded set of past states of a run, starting points for folding any moment.
import type { Recorded } from "../../core/row.ts";

/** A state, and the event that produced it. */
export type Mark = { readonly by: Recorded; readonly state: unknown };
export type Marks = {
  /** The last mark at or before a version that the log confirms; null: none. */
  before(version: number, log: readonly Recorded[]): Mark | null;
  /** Stores it if its version is the next one to keep. */
  offer(mark: Mark): void;
  count(): number;
};

/** `every`: initial distance between marks in events; `most`: their maximum, an even number, at which every second one is dropped and the distance doubles. */
export const createMarks = ({ every, most } = { every: 250, most: 128 }): Marks => {
  let step = every;
  let marks: Mark[] = [];
  return {
    before(version, log) {
      // A restored ledger has a different history from some event on.
      const wrong = marks.findIndex(
        ({ by }) => log.length >= by.version && log[by.version - 1] !== by,
      );
      if (wrong >= 0) marks = marks.slice(0, wrong);
      return marks[Math.min(marks.length, Math.floor(version / step)) - 1] ?? null;
    },
    offer(mark) {
      if (mark.by.version !== (marks.length + 1) * step) return;
      marks.push(mark);
      if (marks.length <= most) return;
      marks = marks.filter((_, index) => index % 2 === 1);
      step *= 2;
    },
    count: () => marks.length,
  };
};
