// Read-only opening of a ledger where SQLite has no room for locks or a log: a read-only mount, a full disk.
import { accessSync, constants, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { isFull } from "./faults.ts";
import { recognise } from "./file.ts";

/** Whether it is mounted read-only. A missing permission is different: others may write there. */
const isStill = (folder: string): boolean => {
  try {
    accessSync(folder, constants.W_OK);
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EROFS";
  }
};

const open = (path: string): DatabaseSync => {
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  if (log !== undefined && log.size > 0)
    return new DatabaseSync(path, { readOnly: true, timeout: 0 });
  const file = pathToFileURL(path);
  file.searchParams.set("immutable", "1");
  return new DatabaseSync(file, { readOnly: true, timeout: 0 });
};

/**
 * Opens read-only; null: the file system is writable and has room. An existing log is read too, or
 * opening fails; without one there is no writer, and no lock is needed.
 */
export const openStill = (path: string): DatabaseSync | null => {
  if (!isStill(dirname(path)) && !isFull(path)) return null;
  recognise(path, () => open(path));
  return open(path);
};
