// Identification of a ledger's file before anything is written to it, and later checks that it is the same.
import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  rmSync,
  type Stats,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { FORMAT, otherFormat } from "../format.ts";
import { damaged, foreign, resultCode } from "./faults.ts";

/** `Carn`: the application id in SQLite's file header that marks our ledgers. */
export const APPLICATION = 0x4361726e;

export const pragma = (db: DatabaseSync, name: string): unknown =>
  db.prepare(`pragma ${name}`).get()?.[name];

export const makeFolder = (path: string): void =>
  void mkdirSync(dirname(path), { recursive: true, mode: 0o700 });

export const sync = (path: string): void => {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
};

/** Removes the remains of a database with a temporary name, including SQLite's files beside it. */
export const sweep = (made: string): void => {
  for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(made + end, { force: true });
};

/** The device of the file. It may change between boots: then the file system is only tested once more. */
export const deviceOf = (path: string): string => String(statSync(path).dev);

export const noteDevice = (db: DatabaseSync, path: string): void =>
  void db
    .prepare(
      "insert into meta (key, value) values ('device', ?) on conflict (key) do update set value = excluded.value",
    )
    .run(deviceOf(path));

/** Whether anything exists at the path. Throws if its kind can't be a ledger. */
export const present = (path: string): boolean => {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) {
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined)
      throw foreign(path, "it is a link that leads nowhere");
    return false;
  }
  if (found.isDirectory()) throw foreign(path, "it is a folder");
  if (!found.isFile()) throw foreign(path, "it is no plain file");
  if (found.size === 0) throw foreign(path, "it is an empty file");
  return true;
};

/**
 * Checks the mark and the format by a read-only connection, so that a foreign database stays
 * unchanged. Never opens the file itself: closing it would drop the locks of this process's other
 * connections. `device`: where it was last tested.
 */
export const recognise = (
  path: string,
  open = () => new DatabaseSync(path, { readOnly: true, timeout: 0 }),
): { readonly device: string | null; readonly id: string | null } => {
  let mark: unknown;
  let format: unknown;
  const told = new Map<unknown, unknown>();
  try {
    const db = open();
    try {
      mark = pragma(db, "application_id");
      format = pragma(db, "user_version");
      if (mark === APPLICATION && format === FORMAT)
        for (const { key, value } of db.prepare("select key, value from meta").all())
          told.set(key, value);
    } finally {
      db.close();
    }
  } catch (error) {
    const code = resultCode(error);
    if (code === 26)
      throw foreign(path, "it is no SQLite database, or its beginning is destroyed", error);
    if (code === 776)
      throw foreign(
        path,
        "it is a database that another program left in the middle of a write",
        error,
      );
    throw error;
  }
  if (mark !== APPLICATION) throw foreign(path, "it is the database of another program");
  if (typeof format !== "number" || format < 1) throw damaged(path, "its format is not recorded");
  if (format !== FORMAT) throw otherFormat(path, format);
  const [device, id] = ["device", "id"].map((key) => told.get(key));
  return {
    device: typeof device === "string" ? device : null,
    id: typeof id === "string" ? id : null,
  };
};

/** How long, in ms, the answer to "is it still the same file?" is cached: the check costs as much as a write to the log. */
const SURE = 100;

/** SQLite itself cuts a longer log down to this. */
export const LOG_LIMIT = 67_108_864;

const sameFile = (found: Stats | undefined, file: Stats): found is Stats =>
  found !== undefined && found.ino === file.ino && found.dev === file.dev;

/**
 * Returns a check whether the path still names the open file and its log, neither cut nor emptied:
 * appends to others are lost. SQLite makes neither shorter.
 */
export const stays = (path: string): (() => boolean) => {
  let file = statSync(path);
  let log: Stats | undefined;
  let asked = performance.now();
  const isSame = (): boolean => {
    const found = statSync(path, { throwIfNoEntry: false });
    if (!sameFile(found, file) || found.size < file.size) return false;
    const beside = statSync(`${path}-wal`, { throwIfNoEntry: false });
    const known = log;
    if (known !== undefined)
      if (!sameFile(beside, known) || beside.size < Math.min(known.size, LOG_LIMIT)) return false;
    file = found;
    log = beside;
    return true;
  };
  return () => {
    const now = performance.now();
    if (now - asked < SURE) return true;
    const same = isSame();
    asked = same ? now : Number.NEGATIVE_INFINITY;
    return same;
  };
};
