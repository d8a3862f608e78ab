// Search for the ledger's newest seq by a few reads, on any backend.
import type { Ledger } from "../../ledger/ledger.ts";

/** The newest seq of the ledger, by binary search in about forty short reads; 0: no events. */
export const newestSeq = async (ledger: Pick<Ledger, "read">): Promise<number> => {
  const next = async (after: number): Promise<number | null> =>
    (await ledger.read({ after, limit: 1 }))[0]?.seq ?? null;
  let known = 0;
  let beyond = 0;
  for (let step = 1; ; step *= 2) {
    const found = await next(known);
    if (found === null) return known;
    known = found;
    beyond = known + step;
    if ((await next(beyond)) === null) break;
    known = beyond;
  }
  while (known < beyond) {
    const middle = Math.floor((known + beyond) / 2);
    const found = await next(middle);
    if (found === null) beyond = middle;
    else known = found;
  }
  return known;
};
