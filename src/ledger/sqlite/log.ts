// Sync of SQLite's write-ahead log: outside the lock, on a preallocated log of 2,000 pages.
import { closeSync, fdatasyncSync, fstatSync, openSync, writeSync } from "node:fs";

/** Pages that the log gathers before they are folded back into the database. */
export const LOG_PAGES = 2000;
/** A frame of the log is a page of 4,096 bytes and a head of 24; its first 32 bytes are the log's own. */
const LENGTH = 32 + LOG_PAGES * (4096 + 24);
const CHUNK = new Uint8Array(1 << 20);
/** Who writes this often stays; a short command is over before it would pay. */
const OFTEN = 32;

/** Makes what was written to an open file durable (F_FULLFSYNC on macOS). */
export type Sync = (file: number) => void;

export type Log = {
  /**
   * Makes all that was committed so far durable, by whomever: the log is one file, so nobody is told of a row while one before it may be lost.
   * What was folded back in the meantime SQLite has synced itself.
   */
  sync(): void;
  /**
   * Call inside each write transaction: its lock keeps other writers from the end of the log. A sync that must also record a new length of
   * the file takes twice as long, so a busy writer fills the log with zeros once. SQLite ignores what stands behind the last commit
   * (https://www.sqlite.org/fileformat2.html#the_write_ahead_log).
   */
  layOut(): void;
  /** Call once something was read: from then on a removed ledger can be told. */
  hold(): void;
  /** The log has no name any more, wherever it was moved: it was removed. */
  isRemoved(): boolean;
  close(): void;
};

/** Opened by the first write, which has seen to it that the log is there. Unlike the database it carries no locks that closing it again would drop. */
export const openLog = (path: string, sync: Sync = fdatasyncSync): Log => {
  let opened: number | null = null;
  const there = (): number => (opened ??= openSync(`${path}-wal`, "r+"));
  let held = false;
  let writes = 0;
  return {
    sync: () => sync(there()),
    layOut: () => {
      const file = there();
      writes += 1;
      if (writes !== OFTEN) return;
      try {
        for (let at = fstatSync(file).size; at < LENGTH; at += CHUNK.length)
          writeSync(file, CHUNK, 0, Math.min(CHUNK.length, LENGTH - at), at);
      } catch {
        // It only makes writing faster: where there is no room, the append itself says so.
      }
    },
    hold: () => {
      if (held) return;
      held = true;
      try {
        there();
      } catch {
        // Who may only read it can't tell a removed one from a moved one.
      }
    },
    isRemoved: () => opened !== null && fstatSync(opened).nlink === 0,
    close: () => {
      if (opened !== null) closeSync(opened);
    },
  };
};
