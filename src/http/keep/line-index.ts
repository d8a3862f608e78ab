// Bounded in-memory index of event lines of viewed runs, so that only new ones are read from the ledger.
import { setImmediate as nextTurn } from "node:timers/promises";
import { keepLast } from "../../core/keep-last.ts";
import type { Teller } from "../../core/words/event-line.ts";
import type { Card } from "../../core/row.ts";
import type { System } from "../../runtime/system.ts";
import { lineOf } from "../show/lines.ts";
import type { SiftedLine } from "../show/sift.ts";

/** `at`: in ms; NaN if unreadable. */
export type IndexedLine = SiftedLine & { readonly at: number };
/** `lines[0]` is the event at version `from`; the last one is at `to`. */
export type LineIndex = {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly IndexedLine[];
};
export type LineIndexes = (card: Card, tell: Teller) => Promise<LineIndex>;

/** Lines of all runs together; of a longer run the newest. One takes about 150 bytes. */
const usualMost = 500_000;
const mostRuns = 16;
/** Rows per read; other requests are answered in between. */
const piece = 1_000;

type Kept = {
  from: number;
  readonly lines: IndexedLine[];
  hash: string | null;
  busy: Promise<LineIndex> | null;
};

/** Types, senders and jobs repeat: each is stored once. */
const intern = (names: Map<string, string>, name: string): string => {
  const known = names.get(name);
  if (known === undefined) names.set(name, name);
  return known ?? name;
};

export const lineIndexes = (
  system: Pick<System, "rows">,
  most: number = usualMost,
): LineIndexes => {
  const runs = new Map<string, Kept>();

  const readOn = async (kept: Kept, { run, version }: Card, tell: Teller): Promise<void> => {
    const names = new Map<string, string>();
    const begin = (): void => {
      kept.from = Math.max(1, version - most + 1);
      kept.lines.length = 0;
      kept.hash = null;
    };
    if (kept.hash === null) begin();
    for (;;) {
      const to = kept.from + kept.lines.length - 1;
      // Rereads the last known row: a different hash means that the ledger was replaced.
      const rows = await system.rows(run, kept.hash === null ? to : to - 1, piece);
      if (kept.hash !== null && rows[0]?.hash !== kept.hash) {
        begin();
        continue;
      }
      const fresh = kept.hash === null ? rows : rows.slice(1);
      for (const row of fresh) {
        const { type, by, told, job, fence } = lineOf(row, tell);
        kept.lines.push({
          type: intern(names, type),
          by: intern(names, by),
          told,
          job: job === null ? null : intern(names, job),
          fence,
          at: Date.parse(row.at),
        });
      }
      kept.hash = fresh.at(-1)?.hash ?? kept.hash;
      if (rows.length < piece) break;
      await nextTurn();
    }
    const over = kept.lines.length - most;
    if (over <= 0) return;
    kept.lines.splice(0, over);
    kept.from += over;
  };
  const letGo = (mine: Kept): void => {
    let sum = 0;
    for (const { lines } of runs.values()) sum += lines.length;
    for (const [run, one] of runs) {
      if (sum <= most) return;
      if (one === mine || one.busy !== null) continue;
      runs.delete(run);
      sum -= one.lines.length;
    }
  };
  return (card, tell) => {
    const kept: Kept = runs.get(card.run) ?? { from: 1, lines: [], hash: null, busy: null };
    keepLast(runs, card.run, kept, mostRuns);
    kept.busy ??= readOn(kept, card, tell)
      .then(() => {
        letGo(kept);
        return { from: kept.from, to: kept.from + kept.lines.length - 1, lines: kept.lines };
      })
      .finally(() => void (kept.busy = null));
    return kept.busy;
  };
};
