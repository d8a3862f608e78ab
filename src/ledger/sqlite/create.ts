// Creation of a ledger's SQLite file: atomic, by a temporary file and a link.
import { randomBytes } from "node:crypto";
import { closeSync, existsSync, linkSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { FORMAT } from "../format.ts";
import { damaged, faultOf, unwritable } from "./faults.ts";
import { APPLICATION, sweep, sync } from "./file.ts";
import { TABLES } from "./tables.ts";

/** Creates under a temporary name and links it: a kill leaves no half ledger, and one of two concurrent creators wins. */
export const createFile = (path: string): void => {
  // In this order: another process may have created both since the last look.
  if (existsSync(`${path}-wal`) && !existsSync(path))
    throw damaged(path, "the file is gone, but its log (-wal) is still there");
  const made = `${path}.new-${randomBytes(6).toString("hex")}`;
  try {
    closeSync(openSync(made, "wx", 0o600));
    const db = new DatabaseSync(made, { timeout: 0 });
    try {
      db.exec("pragma journal_mode = wal; begin immediate");
      db.exec(`${TABLES} pragma user_version = ${FORMAT}`);
      db.exec(`pragma application_id = ${APPLICATION}; commit; pragma wal_checkpoint(truncate)`);
    } finally {
      db.close();
    }
    sync(made);
    linkSync(made, path);
    if (process.platform !== "win32") sync(dirname(path));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "EEXIST" && existsSync(path)) return;
    if (code === "EPERM" || code === "ENOTSUP" || code === "EOPNOTSUPP")
      throw unwritable(
        path,
        "its file system knows no hard links, without which a ledger cannot be made in one step",
        error,
      );
    throw faultOf(error, path);
  } finally {
    sweep(made);
  }
};
