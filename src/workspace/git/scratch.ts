// Temporary substitute for Cairn's folder, for measuring a tree without leaving a trace.
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const mark = "scratch";

/** Such a folder shares no objects with the user's repository, since git refreshes the times of objects found there. */
export const isScratch = (home: string): boolean => existsSync(join(home, mark));

/** `work` gets a temporary folder in place of Cairn's own. */
export const inScratch = async <T>(work: (home: string) => Promise<T>): Promise<T> => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "cairn-scratch-")));
  try {
    writeFileSync(join(home, mark), "");
    return await work(home);
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  }
};
