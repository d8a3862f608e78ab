// Sync of SQLite's write-ahead log: outside the lock, on a preallocated log of 2,000 pages.
import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  openSync,
  statfsSync,
  statSync,
  writeSync,
} from "node:fs";

/** Pages in the log before a checkpoint writes them to the database. */
export const LOG_PAGES = 2000;
/** A log frame is a page of 4,096 bytes with a header of 24; the file header has 32 bytes. */
const LENGTH = 32 + LOG_PAGES * (4096 + 24);
const CHUNK = new Uint8Array(1 << 20);
/** Writes before it pays to preallocate; a short command ends earlier. */
const OFTEN = 32;

/** Makes written data of an open file durable (F_FULLFSYNC on macOS). */
export type Sync = (file: number) => void;

export type Log = {
  /**
   * Makes all commits so far durable, of any process: the log is one file, so no row is
   * acknowledged while an earlier one may be lost. SQLite itself syncs checkpoints.
   */
  sync(): void;
  /**
   * Call inside each write transaction: its lock keeps other writers from the log's end. A sync that also records a new length takes twice
   * as long, so a busy writer fills the log with zeros once. SQLite ignores data after the last commit
   * (https://www.sqlite.org/fileformat2.html#the_write_ahead_log).
   */
  layOut(): void;
  /** Call once something was read: from then on removal can be detected. */
  hold(): void;
  /** Whether the log has no name any more, even after moves: it was removed. */
  isRemoved(): boolean;
  /** Whether it is still beside the path of its ledger. */
  isBeside(): boolean;
  close(): void;
};

/** Opened by the first write, after which the log exists. Unlike the database it has no locks that closing would drop. */
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
        const { bavail, bsize } = statfsSync(path);
        // On a disk with little room others need it more.
        if (bavail * bsize < 8 * LENGTH) return;
        for (let at = fstatSync(file).size; at < LENGTH; at += CHUNK.length)
          writeSync(file, CHUNK, 0, Math.min(CHUNK.length, LENGTH - at), at);
      } catch {
        // Only an optimization: on a full disk the append itself reports the error.
      }
    },
    hold: () => {
      if (held) return;
      held = true;
      try {
        there();
      } catch {
        // With read-only access a removed log can't be told from a moved one.
      }
    },
    isBeside: () =>
      opened !== null &&
      statSync(`${path}-wal`, { throwIfNoEntry: false })?.ino === fstatSync(opened).ino,
    isRemoved: () => opened !== null && fstatSync(opened).nlink === 0,
    close: () => {
      if (opened !== null) closeSync(opened);
    },
  };
};
