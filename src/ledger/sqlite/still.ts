// Why: on a file system that can't be written SQLite has neither locks nor a log; what lies there can be read all the same.
import { accessSync, constants, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";

/** Is the file on a file system that is mounted to be read? A missing right is something else: others may write there. */
export const isStill = (path: string): boolean => {
  try {
    accessSync(dirname(path), constants.W_OK);
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EROFS";
  }
};

/** Reads only. Where a log was left beside it, it is read with it, or not at all; without one nobody writes, and no lock is wanted. */
export const openStill = (path: string): DatabaseSync => {
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  if (log !== undefined && log.size > 0) return new DatabaseSync(path, { readOnly: true, timeout: 0 });
  const file = pathToFileURL(path);
  file.searchParams.set("immutable", "1");
  return new DatabaseSync(file, { readOnly: true, timeout: 0 });
};
