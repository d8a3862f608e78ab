// Why: what the cache knows of a run's files, and when a file's stat is enough to trust that its bytes are the recorded ones.
import type { Stats } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import type { Digest, Path } from "../core/row.ts";

export type FileRecord = {
  readonly path: Path;
  readonly version: number;
  readonly digest: Digest;
  readonly size: number;
  readonly mtime: number;
  readonly ctime: number;
  readonly ino: number;
  /** When the bytes were compared last, in ms by the system's clock. */
  readonly seen: number;
};

const number = (value: unknown): number => (typeof value === "number" ? value : 0);
const text = (value: unknown): string => (typeof value === "string" ? value : "");

export const recordsOf = (db: DatabaseSync, run: string): ReadonlyMap<Path, FileRecord> => {
  const found = new Map<Path, FileRecord>();
  for (const row of db.prepare("select path, version, digest, size, mtime, ctime, ino, seen from files where run = ?").iterate(run)) {
    const path = text(row["path"]);
    found.set(path, {
      path,
      version: number(row["version"]),
      digest: text(row["digest"]),
      size: number(row["size"]),
      mtime: number(row["mtime"]),
      ctime: number(row["ctime"]),
      ino: number(row["ino"]),
      seen: number(row["seen"]),
    });
  }
  return found;
};

/** Digests that were about to be written when some process was killed: ours too if they are found. */
export const intentsOf = (db: DatabaseSync, run: string): ReadonlyMap<Path, ReadonlySet<Digest>> => {
  const found = new Map<Path, Set<Digest>>();
  for (const row of db.prepare("select path, digest from intents where run = ?").iterate(run)) {
    const path = text(row["path"]);
    found.set(path, (found.get(path) ?? new Set()).add(text(row["digest"])));
  }
  return found;
};

export const runOf = (db: DatabaseSync, run: string): { readonly version: number; readonly folder: string } | null => {
  const row = db.prepare("select version, folder from runs where run = ?").get(run);
  return row === undefined ? null : { version: number(row["version"]), folder: text(row["folder"]) };
};

export const putRun = (db: DatabaseSync, run: string, version: number, folder: string): void =>
  void db.prepare("insert or replace into runs (run, version, folder) values (?, ?, ?)").run(run, version, folder);

export const putRecord = (db: DatabaseSync, run: string, record: FileRecord): void =>
  void db
    .prepare("insert or replace into files (run, path, version, digest, size, mtime, ctime, ino, seen) values (?, ?, ?, ?, ?, ?, ?, ?, ?)")
    .run(run, record.path, record.version, record.digest, record.size, record.mtime, record.ctime, record.ino, record.seen);

export const dropRecord = (db: DatabaseSync, run: string, path: Path): void =>
  void db.prepare("delete from files where run = ? and path = ?").run(run, path);

export const putIntents = (db: DatabaseSync, run: string, batch: string, wanted: ReadonlyMap<Path, Digest>): void => {
  const add = db.prepare("insert or ignore into intents (run, path, digest, batch) values (?, ?, ?, ?)");
  for (const [path, name] of wanted) add.run(run, path, name, batch);
};

/** Over this many a run, intents of killed processes are forgotten. */
const intentLimit = 5_000;
export const dropIntents = (db: DatabaseSync, run: string, batch: string): void => {
  db.prepare("delete from intents where run = ? and batch = ?").run(run, batch);
  const left = number(db.prepare("select count(*) as n from intents where run = ?").get(run)?.["n"]);
  if (left > intentLimit) db.prepare("delete from intents where run = ?").run(run);
};

export const recordFrom = (path: Path, version: number, digest: Digest, stat: Stats, seen: number): FileRecord => ({
  path,
  version,
  digest,
  size: stat.size,
  mtime: stat.mtimeMs,
  ctime: stat.ctimeMs,
  ino: stat.ino,
  seen,
});

/** File times come in ticks (4 ms here, 1-2 s elsewhere): what changed within the tick of the last look can't be seen by its time. */
const tickMs = (mtime: number): number => (mtime % 1000 === 0 ? 2_100 : 50);

/** The stat alone proves that the bytes are those of the record. */
export const isAsRecorded = (record: FileRecord, stat: Stats): boolean =>
  stat.mtimeMs === record.mtime &&
  stat.size === record.size &&
  stat.ctimeMs === record.ctime &&
  stat.ino === record.ino &&
  record.mtime + tickMs(record.mtime) < record.seen &&
  record.ctime + tickMs(record.ctime) < record.seen;
