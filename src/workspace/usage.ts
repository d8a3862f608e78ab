// Cache of token usage reported by agents, per run (newest 10,000); proves nothing.
import { digest } from "../core/hash.ts";
import { parsed } from "../core/json/parsed.ts";
import { isUsed, type Used } from "../core/agents/usage.ts";
import { readCached, writeCached } from "./cached.ts";

/** The newest are kept, enough for a run of that many jobs. */
const most = 10_000;

const folder = "usage";
/** The usual form of run ids. Such ids become file names without a digest, whose module would load for each status. Restored runs may have other ids, even ones that differ only in case. */
const plain = /^[0-9a-z]{1,32}$/u;
const nameOf = (run: string): string =>
  plain.test(run) ? `run-${run}.json` : `${digest(run)}.json`;

const listOf = (text: string): readonly unknown[] => {
  const read = parsed(text);
  return Array.isArray(read) ? read : [];
};

export const usedOf = (home: string, run: string): readonly Used[] =>
  listOf(readCached(home, folder, nameOf(run))).filter(isUsed);

/** The last report of a job counts. */
export const noteUsed = (home: string, run: string, used: Used): void => {
  const others = usedOf(home, run).filter(({ fence }) => fence !== used.fence);
  writeCached(home, folder, nameOf(run), JSON.stringify([...others, used].slice(-most)));
};
