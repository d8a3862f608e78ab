// Why: a run may have a great many events, so whoever goes through them asks for a page at a time.
import type { Row } from "../core/row.ts";
import type { Ledger } from "../ledger/ledger.ts";

const pageSize = 10_000;

/** A run's rows after a version, up to `until` or to the newest that there is when the last page is read. */
export const pagesOf = async function* (
  ledger: Ledger,
  run: string,
  after: number,
  until = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<readonly Row[]> {
  for (let from = after; from < until;) {
    const rows = await ledger.read({ run, after: from, limit: Math.min(pageSize, until - from) });
    if (rows.length > 0) yield rows;
    if (rows.length < pageSize) return;
    from = rows.at(-1)?.version ?? from;
  }
};
