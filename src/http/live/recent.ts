// Reader of the ledger's newest events: reads each once, and caches it for all open pages.
import type { Row } from "../../core/row.ts";
import type { System } from "../../runtime/system.ts";
import type { LogLine } from "../answers.ts";
import { createLines } from "../show/lines.ts";

/** Rows per read. */
export const pageSize = 1_000;
const mostKept = 2 * pageSize;

export const createRecent = (
  system: Pick<System, "rowsAfter" | "newestSeq" | "runs" | "protocol">,
) => {
  const linesOf = createLines(system);
  let begun: Promise<void> | null = null;
  let lines: LogLine[] = [];
  /** All lines after `from` up to `to` are cached. */
  let [from, to] = [0, 0];
  const keep = (told: readonly LogLine[]): void => {
    const fresh = told.filter(({ seq }) => seq > to);
    lines.push(...fresh);
    to = fresh.at(-1)?.seq ?? to;
    if (lines.length > mostKept)
      from = lines.splice(0, lines.length - mostKept).at(-1)?.seq ?? from;
  };
  const start = (): Promise<void> => {
    const own = system.newestSeq().then((newest) => {
      lines = [];
      [from, to] = [newest, newest];
    });
    own.catch(() => {
      if (begun === own) begun = null;
    });
    return own;
  };
  return {
    /** Starts after the newest event, once. */
    begin: (): Promise<void> => (begun ??= start()),
    /** null: not started, or failed. */
    begun: (): Promise<void> | null => begun,
    end: (): void => void (begun = null),
    /** The seq of the newest event read. */
    to: (): number => to,
    /** Reads the next page. */
    async next(): Promise<readonly Row[]> {
      const rows = await system.rowsAfter(to, pageSize);
      keep(await linesOf(rows));
      return rows;
    },
    /** A page of lines after a seq; reread if no longer cached. */
    async after(seq: number): Promise<readonly LogLine[]> {
      if (seq < from) return linesOf(await system.rowsAfter(seq, pageSize));
      const first = lines.findLastIndex((line) => line.seq <= seq) + 1;
      return lines.slice(first, first + pageSize);
    },
  };
};
export type Recent = ReturnType<typeof createRecent>;
