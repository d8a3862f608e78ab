// Why: a sync that must also record a new length of the file takes twice as long, so a busy writer lays its log out beforehand.
import { closeSync, openSync, statSync, writeSync } from "node:fs";

/** Pages that the log gathers before they are folded back into the database. */
export const LOG_PAGES = 2000;
/** A frame of the log is a page of 4,096 bytes and a head of 24; its first 32 bytes are the log's own. */
const LENGTH = 32 + LOG_PAGES * (4096 + 24);
const CHUNK = new Uint8Array(1 << 20);
/** Who writes this often stays; a short command is over before it would pay. */
const OFTEN = 32;

/**
 * Call inside each write transaction: its lock keeps other writers from the end of the log. Frames behind the last commit are
 * ignored by SQLite (https://www.sqlite.org/fileformat2.html#the_write_ahead_log), so zeros there mean nothing to any reader.
 * Unlike the database itself the log carries no locks that closing it again would drop.
 */
export const layOut = (path: string): (() => void) => {
  let writes = 0;
  return () => {
    writes += 1;
    if (writes !== OFTEN) return;
    let log: number | null = null;
    try {
      const { size } = statSync(`${path}-wal`);
      if (size >= LENGTH) return;
      log = openSync(`${path}-wal`, "r+");
      for (let at = size; at < LENGTH; at += CHUNK.length) writeSync(log, CHUNK, 0, Math.min(CHUNK.length, LENGTH - at), at);
    } catch {
      // It only makes writing faster: where there is no room, the append itself says so.
    } finally {
      if (log !== null) closeSync(log);
    }
  };
};
