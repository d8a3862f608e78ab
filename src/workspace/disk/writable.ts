// Write test of a folder by really writing: quotas and rights show in no number.
import { closeSync, existsSync, openSync, rmSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Fault } from "../../core/refusal.ts";
import { diskFault } from "./fault.ts";

/** As much as an append to the ledger and the end of a job need. */
const need = Buffer.alloc(64 * 1024);

const tried = (folder: string): Fault | null => {
  const path = join(folder, ".room");
  let file: number | null = null;
  try {
    rmSync(path, { force: true });
    file = openSync(path, "wx", 0o600);
    for (let at = 0; at < need.length;) at += writeSync(file, need, at);
    return null;
  } catch (error) {
    return diskFault(error, "write in", folder);
  } finally {
    if (file !== null) {
      closeSync(file);
      rmSync(path, { force: true });
    }
  }
};

/** Why the folder isn't writable; null: it is, or it doesn't exist. */
export const unwritable = (folder: string): Fault | null =>
  existsSync(folder) ? tried(folder) : null;

/** Why a folder can't be created or written, by its nearest existing parent; null: it can. */
export const unmakeable = (folder: string): Fault | null =>
  existsSync(folder) || dirname(folder) === folder ? tried(folder) : unmakeable(dirname(folder));
