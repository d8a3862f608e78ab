// Cached records of a run's files, and the rule for trusting a stat alone.
import type { Stats } from "node:fs";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Digest, Path } from "../../core/row.ts";
import type { Last, Settled } from "../workspace.ts";

export type FileRecord = {
  readonly path: Path;
  /** Of the bytes last written there, or settled; `none` for a file that nobody has settled yet. */
  readonly digest: Digest;
  /** Of the bytes that a process announced to write: if found, they are ours. `none`: nothing is announced. */
  readonly next: Digest;
  readonly size: number;
  readonly mtime: number;
  readonly ctime: number;
  readonly ino: number;
  /** When the bytes were last compared, in ms by the system's clock. */
  readonly seen: number;
  /** As in a drift. */
  readonly mark: number;
};
export const none: Digest = "";

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
    "select path, digest, next, size, mtime, ctime, ino, seen, mark from files where run = ?",
  ).all(run)) {
    const [path, digest, next, size, mtime, ctime, ino, seen, mark] = cells(row);
    found.set(text(path), {
      path: text(path),
      digest: text(digest),
      next: text(next),
      size: number(size),
      mtime: number(mtime),
      ctime: number(ctime),
      ino: number(ino),
      seen: number(seen),
      mark: number(mark),
    });
  }
  return found;
};

export const lastOf = (db: DatabaseSync, run: string): Readonly<Record<Path, Last>> =>
  Object.fromEntries(
    statement(db, "select path, version, base, mark from files where run = ?")
      .all(run)
      .map((row) => {
        const [path, version, base, mark] = cells(row);
        const known = typeof base === "string" ? { version: number(version), text: base } : null;
        return [text(path), { mark: number(mark), base: known }];
      }),
  );

export const markOf = (db: DatabaseSync, run: string, path: Path): number =>
  number(
    cells(statement(db, "select mark from files where run = ? and path = ?").get(run, path))[0],
  );

/** `version`: on disk, 0 for none; `moved`: the version that last requested another place, 0 for none; `announced`: the version whose writes were announced last, and `turn`: which files they lead to; `due`: edits were settled since. */
export type RunRecord = {
  readonly version: number;
  readonly folder: string;
  readonly moved: number;
  readonly announced: number;
  readonly turn: string;
  readonly due: boolean;
};
export const runOf = (db: DatabaseSync, run: string): RunRecord | null => {
  const [version, folder, moved, announced, turn, due] = cells(
    statement(
      db,
      "select version, folder, moved, announced, turn, due from runs where run = ?",
    ).get(run),
  );
  return version === undefined
    ? null
    : {
        version: number(version),
        folder: text(folder),
        moved: number(moved),
        announced: number(announced),
        turn: text(turn),
        due: due === 1,
      };
};

const putRow = (db: DatabaseSync, run: string, row: RunRecord): void =>
  void statement(
    db,
    "insert or replace into runs (run, version, folder, moved, announced, turn, due) values (?, ?, ?, ?, ?, ?, ?)",
  ).run(run, row.version, row.folder, row.moved, row.announced, row.turn, row.due ? 1 : 0);
const nowhere: RunRecord = {
  version: 0,
  folder: "",
  moved: 0,
  announced: 0,
  turn: "",
  due: false,
};
export const putRun = (db: DatabaseSync, run: string, change: Partial<RunRecord>): void =>
  putRow(db, run, { ...(runOf(db, run) ?? nowhere), ...change });

/** Another run has its files in this folder. */
export const isOthers = (db: DatabaseSync, run: string, folder: string): boolean =>
  statement(db, "select 1 from runs where folder = ? and run <> ?").get(folder, run) !== undefined;

const statOf = (stat: Stats, seen: number) =>
  [stat.size, stat.mtimeMs, stat.ctimeMs, stat.ino, seen] as const;

type Written = { readonly path: Path; readonly version: number; readonly text: string };
/** The text stands there now: the next edit is told apart from it. */
export const putWritten = (
  db: DatabaseSync,
  run: string,
  { path, version, text: base }: Written,
  digest: Digest,
  stat: Stats,
  seen: number,
): void =>
  void statement(
    db,
    "insert or replace into files (run, path, version, digest, next, base, size, mtime, ctime, ino, seen, mark) values (?1, ?2, ?3, ?4, '', ?5, ?6, ?7, ?8, ?9, ?10, coalesce((select mark + (base is not ?5) from files where run = ?1 and path = ?2), 1))",
  ).run(run, path, version, digest, base, ...statOf(stat, seen));

/** The recorded bytes were compared again. */
export const putSeen = (
  db: DatabaseSync,
  run: string,
  { path, digest }: FileRecord,
  stat: Stats,
  seen: number,
): void =>
  void statement(
    db,
    "update files set size = ?3, mtime = ?4, ctime = ?5, ino = ?6, seen = ?7 where run = ?1 and path = ?2 and digest = ?8",
  ).run(run, path, ...statOf(stat, seen), digest);

/** @param found what stands there, of ours */
export const announce = (
  db: DatabaseSync,
  run: string,
  path: Path,
  found: Digest,
  next: Digest,
): void =>
  void statement(
    db,
    "insert into files (run, path, version, digest, next, seen, mark) values (?1, ?2, 0, ?3, ?4, 0, 0) on conflict (run, path) do update set digest = ?3, next = ?4, seen = 0",
  ).run(run, path, found, next);

export const settle = (
  db: DatabaseSync,
  run: string,
  { path, digest, base, mark }: Settled,
): void =>
  void statement(
    db,
    "insert into files (run, path, version, digest, next, base, seen, mark) values (?1, ?2, 0, ?3, '', ?4, 0, 1) on conflict (run, path) do update set digest = ?3, seen = 0, base = coalesce(?4, base), mark = mark + 1 where mark = ?5",
  ).run(run, path, digest, base, mark);

/** A file that every scan tells of until it is settled. */
export const putUnsettled = (db: DatabaseSync, run: string, path: Path): void =>
  void statement(
    db,
    "insert into files (run, path, version, digest, next, seen, mark) values (?1, ?2, 0, ?3, ?3, 0, 0) on conflict (run, path) do update set digest = ?3, seen = 0",
  ).run(run, path, none);

export const dropRecord = (db: DatabaseSync, run: string, path: Path): void =>
  void statement(db, "delete from files where run = ? and path = ?").run(run, path);

/** File times have ticks (4 ms here, 1-2 s elsewhere): a change within the tick of the last check doesn't show in the time. */
const tickMs = (mtime: number): number => (mtime % 1000 === 0 ? 2_100 : 50);

/** Whether the stat alone proves that the bytes are those of the record. */
export const isAsRecorded = (
  record: Omit<FileRecord, "path" | "digest" | "next" | "mark">,
  stat: Stats,
): boolean =>
  stat.mtimeMs === record.mtime &&
  stat.size === record.size &&
  stat.ctimeMs === record.ctime &&
  stat.ino === record.ino &&
  record.mtime + tickMs(record.mtime) < record.seen &&
  record.ctime + tickMs(record.ctime) < record.seen;
