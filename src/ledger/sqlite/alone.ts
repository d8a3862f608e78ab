// Holds a ledger's file for one process alone, so that its folder can be moved while nobody else has it open or works by it.
import { DatabaseSync } from "node:sqlite";
import { time } from "../grant.ts";
import { isBusy } from "./faults.ts";

/**
 * Runs `work` while no other process has the ledger open, and none can open it.
 * @param path the file, in the present format or an older one
 * @param now the clock of leases, in ms
 * @returns open: somebody else has it open; leased: a job's lease holds; then nothing was done
 */
export const whileAlone = (
  path: string,
  now: number,
  work: () => void,
): "done" | "open" | "leased" => {
  const db = new DatabaseSync(path, { timeout: 0 });
  try {
    // An exclusive lock on the file: each connection of others that has read it holds a shared one for as long as it is open.
    db.exec("pragma locking_mode = exclusive; begin immediate");
    const live = db
      .prepare("select 1 from leases where over = 0 and until > ? limit 1")
      .get(time(now));
    db.exec("rollback");
    if (live !== undefined) return "leased";
    // All is in the file itself: SQLite's other files are found by the name that it was opened by.
    db.exec("pragma wal_checkpoint(truncate)");
    work();
    return "done";
  } catch (error) {
    if (isBusy(error)) return "open";
    throw error;
  } finally {
    db.close();
  }
};
