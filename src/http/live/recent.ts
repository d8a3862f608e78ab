// Buffer of recent event lines, for pages that are up to date.
import type { LogLine } from "../answers.ts";

export type Recent = {
  /** The seq of the newest event that was read. */
  to(): number;
  /** Begins anew after this seq. */
  restart(seq: number): void;
  add(lines: readonly LogLine[]): void;
  /** The lines after a seq, at most so many; null: some of them aren't kept any more. */
  after(seq: number, most: number): readonly LogLine[] | null;
};

export const createRecent = (most: number): Recent => {
  let lines: LogLine[] = [];
  /** All lines after `from` up to `to` are kept. */
  let [from, to] = [0, 0];
  return {
    to: () => to,
    restart(seq) {
      lines = [];
      [from, to] = [seq, seq];
    },
    add(told) {
      const fresh = told.filter(({ seq }) => seq > to);
      lines.push(...fresh);
      to = fresh.at(-1)?.seq ?? to;
      if (lines.length <= most) return;
      const gone = lines.splice(0, lines.length - most);
      from = gone.at(-1)?.seq ?? from;
    },
    after(seq, atMost) {
      if (seq < from) return null;
      const begin = lines.findLastIndex((line) => line.seq <= seq) + 1;
      return lines.slice(begin, begin + atMost);
    },
  };
};
