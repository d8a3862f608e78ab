// Bounded set of past states of a run, starting points for folding any moment.
import type { Recorded } from "../core/row.ts";

/** A state, and the event that made it. */
export type Mark = { readonly by: Recorded; readonly state: unknown };
export type Marks = {
  /** The last that is kept at a version or before it, and that the log still tells of; null: none. */
  before(version: number, log: readonly Recorded[]): Mark | null;
  /** Kept, if its version is the next that should be. */
  offer(mark: Mark): void;
  count(): number;
};

/** Events between two that are kept, at first; and how many are kept, an even number: beyond it every second one goes, and those to come are twice as far apart. */
type MarkLimits = { readonly every: number; readonly most: number };
const limits: MarkLimits = { every: 250, most: 128 };

export const createMarks = ({ every, most } = limits): Marks => {
  let step = every;
  let marks: Mark[] = [];
  return {
    before(version, log) {
      // A ledger that was restored tells another story from some event on.
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
