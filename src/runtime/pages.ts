// Why: a run may have a great many events, so whoever goes through them asks for a page at a time.
import type { Row } from "../core/row.ts";
import type { Ledger } from "../ledger/ledger.ts";

const pageSize = 10_000;

/** A run's rows after a version, to the newest that there is when the last page is read. */
export const pagesOf = async function* (
  ledger: Ledger,
  run: string,
  after: number,
): AsyncGenerator<readonly Row[]> {
  for (let from = after; ;) {
    const rows = await ledger.read({ run, after: from, limit: pageSize });
    if (rows.length > 0) yield rows;
    if (rows.length < pageSize) return;
    from = rows.at(-1)?.version ?? from;
  }
};
