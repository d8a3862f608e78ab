// Cache of token usage reported by agents, per run (newest 10,000); proves nothing.
import { digest } from "../core/hash.ts";
import { parsed } from "../core/parsed.ts";
import { isUsed, type Used } from "../core/usage.ts";
import { readCached, writeCached } from "./cached.ts";

/** The newest are kept; a run of that many jobs is told by them. */
const most = 10_000;

const folder = "usage";
/** As runs are named here. Such a name is a file's own, without the digest: each status would load what makes one. Restored runs may have others, also such as differ in their case alone. */
const plain = /^[0-9a-z]{1,32}$/u;
const nameOf = (run: string): string =>
  plain.test(run) ? `run-${run}.json` : `${digest(run)}.json`;

const listOf = (text: string): readonly unknown[] => {
  const read = parsed(text);
  return Array.isArray(read) ? read : [];
};

export const usedOf = (home: string, run: string): readonly Used[] =>
  listOf(readCached(home, folder, nameOf(run))).filter(isUsed);

/** Told again of the same job, the last counts. */
export const noteUsed = (home: string, run: string, used: Used): void => {
  const others = usedOf(home, run).filter(({ fence }) => fence !== used.fence);
  writeCached(home, folder, nameOf(run), JSON.stringify([...others, used].slice(-most)));
};
