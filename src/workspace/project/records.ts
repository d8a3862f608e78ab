// Cached records of a run's files, and the rule for trusting a stat alone.
import type { Stats } from "node:fs";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Digest, Path } from "../../core/row.ts";
import type { Former } from "../workspace.ts";

export type FileRecord = {
  readonly path: Path;
  readonly version: number;
  readonly digest: Digest;
  readonly size: number;
  readonly mtime: number;
  readonly ctime: number;
  readonly ino: number;
  /** When the bytes were last compared, in ms by the system's clock. */
  readonly seen: number;
};

const prepared = new WeakMap<DatabaseSync, Map<string, StatementSync>>();
/** Prepares a statement once per database; rows as lists cost a quarter of objects. */
const statement = (db: DatabaseSync, sql: string): StatementSync => {
  const known = prepared.get(db) ?? new Map<string, StatementSync>();
  prepared.set(db, known);
  const found = known.get(sql) ?? db.prepare(sql);
  found.setReturnArrays(true);
  known.set(sql, found);
  return found;
};
const cells = (row: unknown): readonly unknown[] => (Array.isArray(row) ? row : []);

const number = (value: unknown): number => (typeof value === "number" ? value : 0);
const text = (value: unknown): string => (typeof value === "string" ? value : "");

export const recordsOf = (db: DatabaseSync, run: string): ReadonlyMap<Path, FileRecord> => {
  const found = new Map<Path, FileRecord>();
  for (const row of statement(
    db,
    "select path, version, digest, size, mtime, ctime, ino, seen from files where run = ?",
  ).all(run)) {
    const [path, version, name, size, mtime, ctime, ino, seen] = cells(row);
    found.set(text(path), {
      path: text(path),
      version: number(version),
      digest: text(name),
      size: number(size),
      mtime: number(mtime),
      ctime: number(ctime),
      ino: number(ino),
      seen: number(seen),
    });
  }
  return found;
};

/** Digests that a killed process was about to write: if found, they are ours. */
export const intentsOf = (
  db: DatabaseSync,
  run: string,
): ReadonlyMap<Path, ReadonlySet<Digest>> => {
  const found = new Map<Path, Set<Digest>>();
  for (const row of statement(db, "select path, digest from intents where run = ?").all(run)) {
    const [path, name] = cells(row);
    found.set(text(path), (found.get(text(path)) ?? new Set()).add(text(name)));
  }
  return found;
};

/** `version`: on disk, 0 for none; `since`: the first remembered projection; `moved`: the version that last requested another place, 0 for none. */
export const runOf = (
  db: DatabaseSync,
  run: string,
): {
  readonly version: number;
  readonly folder: string;
  readonly since: number;
  readonly moved: number;
} | null => {
  const [version, folder, since, moved] = cells(
    statement(db, "select version, folder, since, moved from runs where run = ?").get(run),
  );
  return version === undefined
    ? null
    : {
        version: number(version),
        folder: text(folder),
        since: number(since),
        moved: number(moved),
      };
};

export const putRun = (db: DatabaseSync, run: string, version: number, folder: string): void =>
  void statement(
    db,
    "insert into runs (run, version, folder, since, moved) values (?1, ?2, ?3, ?2, 0) on conflict (run) do update set " +
      "since = case version when 0 then ?2 else since end, version = ?2, folder = ?3",
  ).run(run, version, folder);

/** Another run has its files in this folder. */
export const isOthers = (db: DatabaseSync, run: string, folder: string): boolean =>
  statement(db, "select 1 from runs where folder = ? and run <> ?").get(folder, run) !== undefined;

/** The version on disk stays unchanged. */
export const putMoved = (db: DatabaseSync, run: string, folder: string, moved: number): void =>
  void statement(
    db,
    "insert into runs (run, version, folder, since, moved) values (?1, 0, ?2, 0, ?3) on conflict (run) do update set folder = ?2, moved = ?3",
  ).run(run, folder, moved);

export const putRecord = (db: DatabaseSync, run: string, record: FileRecord): void =>
  void statement(
    db,
    "insert or replace into files (run, path, version, digest, size, mtime, ctime, ino, seen) values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
  ).run(
    run,
    record.path,
    record.version,
    record.digest,
    record.size,
    record.mtime,
    record.ctime,
    record.ino,
    record.seen,
  );

/** How many projections of a file are remembered. */
const formerLimit = 20;

/** Remembers the projected content of a path. */
export const putFormer = (
  db: DatabaseSync,
  run: string,
  path: Path,
  version: number,
  digest: Digest,
): void => {
  statement(
    db,
    "insert or replace into former (run, path, version, digest) values (?, ?, ?, ?)",
  ).run(run, path, version, digest);
  statement(
    db,
    "delete from former where run = ?1 and path = ?2 and version < (select min(version) from (select version from former where run = ?1 and path = ?2 order by version desc limit ?3))",
  ).run(run, path, formerLimit);
};

/** The last projected contents of a path, newest first. */
export const formerOf = (db: DatabaseSync, run: string, path: Path): readonly Former[] =>
  statement(
    db,
    "select version, digest from former where run = ? and path = ? order by version desc",
  )
    .all(run, path)
    .map((row) => {
      const [version, name] = cells(row);
      return { version: number(version), digest: text(name) };
    });

export const dropRecord = (db: DatabaseSync, run: string, path: Path): void =>
  void statement(db, "delete from files where run = ? and path = ?").run(run, path);

export const putIntents = (
  db: DatabaseSync,
  run: string,
  batch: string,
  version: number,
  wanted: ReadonlyMap<Path, Digest>,
): void => {
  const add = statement(
    db,
    "insert or ignore into intents (run, path, digest, batch, version) values (?, ?, ?, ?, ?)",
  );
  for (const [path, name] of wanted) add.run(run, path, name, batch, version);
};

/** All files are those of a version: older intents are obsolete. */
export const dropOldIntents = (db: DatabaseSync, run: string, version: number): void =>
  void statement(db, "delete from intents where run = ? and version <= ?").run(run, version);

/** Above this number per run, intents of killed processes are dropped. */
const intentLimit = 5_000;
export const dropIntents = (db: DatabaseSync, run: string, batch: string): void => {
  statement(db, "delete from intents where run = ? and batch = ?").run(run, batch);
  const [left] = cells(statement(db, "select count(*) from intents where run = ?").get(run));
  if (number(left) > intentLimit) statement(db, "delete from intents where run = ?").run(run);
};

export const recordFrom = (
  path: Path,
  version: number,
  digest: Digest,
  stat: Stats,
  seen: number,
): FileRecord => ({
  path,
  version,
  digest,
  size: stat.size,
  mtime: stat.mtimeMs,
  ctime: stat.ctimeMs,
  ino: stat.ino,
  seen,
});

/** File times have ticks (4 ms here, 1-2 s elsewhere): a change within the tick of the last check doesn't show in the time. */
const tickMs = (mtime: number): number => (mtime % 1000 === 0 ? 2_100 : 50);

/** Whether the stat alone proves that the bytes are those of the record. */
export const isAsRecorded = (record: FileRecord, stat: Stats): boolean =>
  stat.mtimeMs === record.mtime &&
  stat.size === record.size &&
  stat.ctimeMs === record.ctime &&
  stat.ino === record.ino &&
  record.mtime + tickMs(record.mtime) < record.seen &&
  record.ctime + tickMs(record.ctime) < record.seen;
