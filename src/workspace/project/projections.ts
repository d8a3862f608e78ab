// Cache of projected texts, with the lock that lets one process project at a time.
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { errorText } from "../../core/error-text.ts";
import { Fault } from "../../core/refusal.ts";
import { makeFolder } from "../disk/make-folder.ts";
import { takeAway } from "../disk/plain-file.ts";
import { makeHome } from "../home.ts";

export type Projections = {
  /** Reads, even during a projection; null: no cache yet. */
  read<T>(act: (db: DatabaseSync) => T): Promise<T | null>;
  /** One process at a time; the system releases the lock when a process dies. `act` runs in a transaction that ends with it. Fault PROJECTION_BUSY. */
  alone<T>(act: (db: DatabaseSync) => T): Promise<T>;
  /** The same if the lock is free and the disk is writable; false: nothing was done. */
  tryAlone(act: (db: DatabaseSync) => void): boolean;
  /** Releases it until it is used again. */
  close(): void;
};

const edition = 6;
const tables = `
create table files (run text, path text, version int, digest text, next text, base text, size int, mtime real, ctime real, ino real, seen real, mark int, primary key (run, path));
create table runs (run text primary key, version int, folder text, moved int, announced int, turn text, due int) without rowid;
pragma user_version = ${edition};`;
/** How long to wait for the lock: writing a run's files takes well under a second. */
const lockMs = 60_000;

const kind = (error: unknown): number =>
  error instanceof Error && "errcode" in error && typeof error.errcode === "number"
    ? error.errcode & 255
    : 0;
const isBusy = (error: unknown): boolean => [5, 6].includes(kind(error));
/** Unreadable content, or deleted while open (read-only, since it has no name any more). */
const isDamage = (error: unknown): boolean =>
  [10, 11, 26].includes(kind(error)) ||
  (error instanceof Error && "errcode" in error && error.errcode === 1032);
const fault = (error: unknown, path: string): unknown => {
  if (kind(error) === 13)
    return new Fault(
      "DISK_FULL",
      `write ${path}: the disk is full`,
      "make room on that disk, then repeat the command: nothing that was recorded is lost",
      error,
    );
  if ([8, 14].includes(kind(error)))
    return new Fault(
      "FOLDER_UNWRITABLE",
      `${path} can't be opened for writing`,
      "give this user the right to read and write there",
      error,
    );
  return kind(error) === 0
    ? error
    : new Fault(
        "DISK_FAILED",
        `${path}: ${errorText(error)}`,
        "it is a cache: move that file elsewhere, then repeat the command",
        error,
      );
};

/** Takes away the cache at this path. */
const dropCache = (path: string): void => {
  for (const end of ["", "-wal", "-shm", "-journal"]) takeAway(path + end);
};

/** Nothing writes to a read-only file system, and SQLite can't create its log and locks there. */
const isStill = (path: string): boolean => {
  try {
    accessSync(path, constants.W_OK);
    return false;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    return code === "EROFS" && !existsSync(`${path}-wal`);
  }
};
const connect = (path: string): DatabaseSync => {
  if (!isStill(path)) return new DatabaseSync(path, { timeout: 0 });
  const file = pathToFileURL(path);
  file.searchParams.set("immutable", "1");
  return new DatabaseSync(file, { readOnly: true });
};

type Open = { readonly db: DatabaseSync; readonly ino: number };
const inode = (path: string): number => statSync(path, { throwIfNoEntry: false })?.ino ?? -1;

const openAt = (path: string): Open => {
  const db = connect(path);
  try {
    db.exec("pragma synchronous = off");
    const found = db.prepare("pragma user_version").get()?.["user_version"];
    if (found !== edition) {
      db.exec("pragma journal_mode = wal");
      db.exec(
        "begin immediate; drop table if exists files; drop table if exists runs;" +
          tables +
          "commit",
      );
    }
    return { db, ino: inode(path) };
  } catch (error) {
    db.close();
    throw error;
  }
};

/** null: another process has the lock. */
type Attempt<T> = () => { readonly value: T } | null;

/** Retries until the lock is free; discards a damaged cache once. */
const untilFree = async <T>(path: string, discard: () => void, attempt: Attempt<T>): Promise<T> => {
  const until = Date.now() + lockMs;
  for (let mended = false; ;) {
    try {
      const done = attempt();
      if (done !== null) return done.value;
    } catch (error) {
      if (!isBusy(error)) {
        if (!isDamage(error) || mended) throw error instanceof Fault ? error : fault(error, path);
        mended = true;
        discard();
        continue;
      }
    }
    if (Date.now() > until)
      throw new Fault(
        "PROJECTION_BUSY",
        `another process has been writing files for over ${lockMs / 1000} s`,
        "see which cairn process hangs, end it, then repeat the command",
      );
    await sleep(1 + Math.random() * 8);
  }
};

/** `home`: Cairn's folder. Creates nothing before the first write. */
export const openProjections = (home: string): Projections => {
  const path = join(home, "cache", "projections.db");
  let open: Open | null = null;
  let turn: Promise<unknown> = Promise.resolve();

  const shut = (): void => {
    open?.db.close();
    open = null;
  };
  /** The cache may be deleted at any time: an open one without a name locks nothing any more. */
  const current = (): DatabaseSync => {
    if (open !== null && open.ino !== inode(path)) shut();
    if (open === null) {
      makeHome(home);
      makeFolder(join(home, "cache"), 0o700);
      open = openAt(path);
    }
    return open.db;
  };
  const discard = (): void => {
    shut();
    dropCache(path);
  };
  const once = <T>(act: (db: DatabaseSync) => T): ReturnType<Attempt<T>> => {
    let begun: DatabaseSync | null = null;
    try {
      const db = current();
      db.exec("begin immediate");
      begun = db;
      if (open?.ino !== inode(path)) {
        db.exec("rollback");
        return null;
      }
      const value = act(db);
      db.exec("commit");
      return { value };
    } catch (error) {
      if (begun?.isTransaction === true) begun.exec("rollback");
      throw error;
    }
  };

  return {
    read: (act) =>
      untilFree(path, discard, () => ({ value: existsSync(path) ? act(current()) : null })),
    alone(act) {
      const mine = turn.then(() => untilFree(path, discard, () => once(act)));
      turn = mine.catch(() => {});
      return mine;
    },
    tryAlone(act) {
      try {
        return once(act) !== null;
      } catch (error) {
        // Disk errors are ignored: every request repeats this.
        if (error instanceof Fault || kind(error) !== 0) return false;
        throw error;
      }
    },
    close: shut,
  };
};
