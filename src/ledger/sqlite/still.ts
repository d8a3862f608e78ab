// Read-only opening of a ledger where SQLite has no room for locks or a log: a read-only mount, a full disk.
import { accessSync, constants, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { FORMAT } from "../migrations.ts";
import { isFull, unwritable } from "./faults.ts";
import { recognise } from "./file.ts";

/** Is it mounted to be read? A missing right is something else: others may write there. */
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
 * Reads only; null: its file system can be written, and has room. Where a log was left beside it, it is read with it, or not at all; without one nobody
 * writes, and no lock is wanted.
 */
export const openStill = (path: string): DatabaseSync | null => {
  if (!isStill(dirname(path)) && !isFull(path)) return null;
  if (recognise(path, () => open(path)).format < FORMAT)
    throw unwritable(path, "it is of an older version, and must be brought up to date first", null);
  return open(path);
};
