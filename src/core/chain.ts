// Verifier of a run's hash chain, page by page: names every changed, removed or reordered event.
import { chain } from "./hash.ts";
import type { Digest, Draft } from "./row.ts";

export type ChainBreak = {
  readonly version: number;
  readonly what: "hash" | "gap";
  readonly text: string;
};

/** Current position: genesis with version 0, or the last row checked. */
export type ChainEnd = { readonly version: number; readonly hash: Digest };

/** Checks rows that should follow `from`. Continues after a break with the row as it is, so that each break is reported once. */
export const verifyChain = (from: ChainEnd, rows: readonly Draft[]): readonly ChainBreak[] => {
  const breaks: ChainBreak[] = [];
  let at = from;
  for (const row of rows) {
    if (row.version !== at.version + 1) {
      breaks.push({
        version: row.version,
        what: "gap",
        text: `event ${at.version + 1} is missing: ${row.version} stands in its place`,
      });
    }
    if (chain(at.hash, row) !== row.hash) {
      breaks.push({
        version: row.version,
        what: "hash",
        text: `event ${row.version} (${row.type}) is not what was recorded, or doesn't follow on the one before it`,
      });
    }
    at = { version: row.version, hash: row.hash };
  }
  return breaks;
};
