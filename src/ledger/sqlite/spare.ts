// Copy of a ledger's events in a private temporary database of a process at work, against a file emptied beneath it.
import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { resultCode } from "./faults.ts";
import { tables } from "./create.ts";

/** Bytes of the largest ledger that is copied: each process at work has a copy of its own. */
const mostBytes = 64 * 1_048_576;
/** Rows in one step, so that a large ledger stops nothing else for long. */
const step = 1_000;
/** In ms. */
const everyMs = 100;

export type Spare = {
  /** Copies what is new; throws what SQLite says of a file that can't be read. */
  catchUp(): void;
  /** Writes a database with everything copied so far to a new file; false: the copy isn't complete. */
  writeTo(path: string): boolean;
  /** Whether a database holds all events that were copied. */
  isIn(db: DatabaseSync): boolean;
  /** Whether the ledger lacks copied events. */
  lacks(): boolean;
  close(): void;
};

const lastOf = (db: DatabaseSync): number =>
  Number(db.prepare("select coalesce(max(seq), 0) as seq from rows").get()?.["seq"]);
const countOf = (db: DatabaseSync): number =>
  Number(db.prepare("select count(*) as n from rows").get()?.["n"]);

/** null: there is no room for one. */
const openCopy = (): DatabaseSync | null => {
  try {
    const copy = new DatabaseSync("");
    copy.exec(`pragma synchronous = off; ${tables} delete from meta;`);
    return copy;
  } catch {
    return null;
  }
};

/** Reads before it writes: an error while reading is the ledger's, one while writing the copy's. */
const openCarry = (db: DatabaseSync, copy: DatabaseSync) => {
  const carry = (table: string, where: string) => {
    const from = db.prepare(`select * from ${table} where ${where}`);
    from.setReturnArrays(true);
    const marks = copy
      .prepare(`select * from ${table}`)
      .columns()
      .map(() => "?");
    const into = copy.prepare(`insert or replace into ${table} values (${marks.join(", ")})`);
    return (...bound: readonly (string | number)[]) => {
      const found = from.all(...bound).map((row) => Object.values(row));
      return () => found.map((row) => into.run(...row)).length;
    };
  };
  const all = { meta: carry("meta", "true"), rows: carry("rows", "seq > ? order by seq limit ?") };
  const milestones = carry("milestones", "seq > ?");
  const cards = carry("cards", "last > ?");
  const leases = carry("leases", "over = 0");
  const grants = carry("leases", "run = ? and fence > ?");
  const ended = copy.prepare("update leases set over = 1 where over = 0");
  const runs = db.prepare("select run from cards where last > ?");
  const fence = copy.prepare("select coalesce(max(fence), 0) as fence from leases where run = ?");
  /** Returns the writes. */
  return (last: number): readonly (() => number)[] => [
    all.meta(),
    all.rows(last, step),
    milestones(last),
    cards(last),
    ...runs.all(last).map(({ run }) => {
      const name = String(run);
      return grants(name, Number(fence.get(name)?.["fence"]));
    }),
    () => Number(ended.run().changes),
    leases(),
  ];
};

export const openSpare = (db: DatabaseSync, path: string): Spare | null => {
  const copy = statSync(path).size > mostBytes ? null : openCopy();
  if (copy === null) return null;
  const carry = openCarry(db, copy);
  const newest = db.prepare("select seq from rows order by seq desc limit 1");
  const seen = { last: 0, whole: false };
  const newestSeq = (): number => Number(newest.get()?.["seq"] ?? 0);
  return {
    catchUp: () => {
      if (newestSeq() === seen.last && seen.whole) return;
      const writes = carry(seen.last);
      try {
        copy.exec("begin");
        for (const write of writes) write();
        copy.exec("commit");
      } catch {
        // No room for it: it is tried again at the next look, and the ledger goes on without it.
        if (copy.isTransaction) copy.exec("rollback");
      }
      seen.last = lastOf(copy);
      seen.whole = newestSeq() <= seen.last;
    },
    writeTo: (made) => {
      if (seen.whole) copy.prepare("vacuum into ?").run(made);
      return seen.whole;
    },
    isIn: (other) => lastOf(other) >= seen.last && countOf(other) >= countOf(copy),
    lacks: () => newestSeq() < seen.last,
    close: () => copy.close(),
  };
};

/** SQLite's ERROR (a table is missing), IOERR, CORRUPT, NOTADB. */
const isUnreadable = (error: unknown): boolean =>
  [1, 10, 11, 26].includes((resultCode(error) ?? 0) & 0xff);

/** Whether a new connection, which knows nothing from memory, finds a sound database with all events. */
const isSound = (path: string, spare: Spare): boolean => {
  try {
    const fresh = new DatabaseSync(path, { readOnly: true, timeout: 1_000 });
    try {
      return (
        fresh.prepare("pragma quick_check(1)").get()?.["quick_check"] === "ok" && spare.isIn(fresh)
      );
    } finally {
      fresh.close();
    }
  } catch (error) {
    return !isUnreadable(error);
  }
};

/** What an overwritten file shows in its facts; a checkpoint changes the first, too. */
const marksOf = (path: string) => {
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  return { at: statSync(path).mtimeMs, blocks: log?.blocks ?? 0 };
};

export type Follow = { look(): void; stop(): void };

/** Keeps the copy up to date; `lost` is called once when the ledger turns out to lack events, or to be unreadable. */
export const follow = (
  path: string,
  spare: Spare,
  there: () => boolean,
  lost: () => void,
): Follow => {
  let marks = marksOf(path);
  let next = 0;
  const look = (): void => {
    if (!there()) return lost();
    const now = marksOf(path);
    const began = performance.now();
    if (now.at === marks.at && now.blocks >= marks.blocks) marks = now;
    else if (began >= next) {
      if (!isSound(path, spare)) return lost();
      next = performance.now() + 20 * (performance.now() - began);
      marks = now;
    }
    spare.catchUp();
  };
  const safely = (): void => {
    try {
      look();
    } catch (error) {
      if (isUnreadable(error)) lost();
    }
  };
  const timer = setInterval(safely, everyMs).unref();
  return { look: safely, stop: () => clearInterval(timer) };
};
