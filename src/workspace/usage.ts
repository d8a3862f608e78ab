// Why: what agents say that they took is shown to people and proves nothing, so it lies beside the ledger, where it may be lost.
import { join } from "node:path";
import { digest } from "../core/hash.ts";
import { Fault } from "../core/refusal.ts";
import { isUsed, type Used } from "../core/usage.ts";
import { replaceFile } from "./disk/atomic.ts";
import { makeFolder } from "./disk/make-folder.ts";
import { readPlain } from "./disk/plain-file.ts";
import { makeHome } from "./home.ts";

/** The newest are kept; a run of that many jobs is told by them. */
const most = 10_000;

const fileOf = (home: string, run: string): string => join(home, "cache", "usage", `${digest(run)}.json`);

const listOf = (text: string): readonly unknown[] => {
  try {
    const read: unknown = JSON.parse(text);
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
};

/** What can't be read wasn't told: a cache stops nobody. */
export const usedOf = (home: string, run: string): readonly Used[] => {
  try {
    return listOf(readPlain(fileOf(home, run))?.toString("utf8") ?? "").filter(isUsed);
  } catch (error) {
    if (error instanceof Fault) return [];
    throw error;
  }
};

/** Told again of the same job, the last counts. */
export const noteUsed = (home: string, run: string, used: Used): void => {
  makeHome(home);
  makeFolder(join(home, "cache"), 0o700);
  makeFolder(join(home, "cache", "usage"), 0o700);
  const others = usedOf(home, run).filter(({ fence }) => fence !== used.fence);
  replaceFile(fileOf(home, run), JSON.stringify([...others, used].slice(-most)));
};
