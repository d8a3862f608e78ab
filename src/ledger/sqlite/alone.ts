// Exclusive access to a ledger's file, so that its folder can be moved while no other process uses it.
import { DatabaseSync } from "node:sqlite";
import { time } from "../grant.ts";
import { isBusy } from "./faults.ts";

/**
 * Runs `work` while no other process has the ledger open, and none can open it.
 * @param path the file, in the current format or an older one
 * @param now the clock of leases, in ms
 * @returns open: another process has it open; leased: a job's lease is active; work didn't run
 */
export const whileAlone = (
  path: string,
  now: number,
  work: () => void,
): "done" | "open" | "leased" => {
  const db = new DatabaseSync(path, { timeout: 0 });
  try {
    // Takes an exclusive lock: every other connection that has read the file holds a shared one while open.
    db.exec("pragma locking_mode = exclusive; begin immediate");
    const live = db
      .prepare("select 1 from leases where over = 0 and until > ? limit 1")
      .get(time(now));
    db.exec("rollback");
    if (live !== undefined) return "leased";
    // Puts everything into the file itself: SQLite finds its other files by the name that it was opened by.
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
