// Why: "was this command recorded already?" must be cheap to ask and cheap to keep, though ids are random and fit no order.
import type { DatabaseSync } from "node:sqlite";
import type { Draft, Row } from "../../core/row.ts";
import { asRow, type Columns, number, text } from "./columns.ts";

export type Causes = {
  /** After another connection has written; `newest`: the last seq. Returns how far this is known. */
  catchUp(newest: number): number;
  /** The rows of that cause: in the run or, for a start, of the run that it started. Empty if there are none. */
  find(run: string, cause: string, start: boolean): readonly Row[];
  /** A row was inserted. `former`: the one before it in the same append. */
  note(seq: number, row: Draft, former: Draft | undefined): void;
  /** Before the commit. */
  settle(): void;
  /** After a rollback: nothing is known any more. */
  forget(): void;
};

/** An index by random keys costs a page a row; sorted into it by the thousand, a fraction of one. Until then each process holds them in memory. */
const BATCH = 2048;
/** Who asks this often stays, and reads what isn't indexed yet into memory; a short command lets the database look through it. */
const OFTEN = 16;

/** 52 bits of a text, fast rather than strong: what is found is compared to the rows. */
const hashOf = (key: string): number => {
  let high = 0x811c9dc5;
  let low = 0x9e3779b9;
  for (let at = 0; at < key.length; at += 1) {
    const unit = key.charCodeAt(at);
    high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low ^ unit, 0x85ebca6b) ^ (low >>> 13);
  }
  return (high >>> 0) * 0x100000 + (low & 0xfffff);
};
const inRun = (run: string, cause: string): number => hashOf(`${run}\n${cause}`);
/** No run is called "", so this is no other's key. */
const ofStart = (cause: string): number => hashOf(`\n${cause}`);

export const openCauses = (db: DatabaseSync): Causes => {
  const since = db.prepare("select seq, run, version, cause from rows where seq > ? order by seq");
  const settled = db.prepare("select value from meta where key = 'causes'");
  const settle = db.prepare("insert into meta (key, value) values ('causes', ?) on conflict (key) do update set value = excluded.value");
  const isThere = db.prepare("select 1 from causes where hash = ?");
  const find = db.prepare("select seq from causes where hash = ?");
  const insert = db.prepare("insert into causes (hash, seq) values (?, ?)");
  const search = db.prepare("select seq from rows where seq > ? and cause = ?");
  const bySeq = db.prepare("select * from rows where seq = ?");
  const fresh = new Map<number, number[]>();
  let count = 0;
  let upTo = 0;
  let last = 0;
  let warm = false;
  let asked = 0;

  const add = (hash: number, seq: number): void => {
    const same = fresh.get(hash);
    if (same === undefined) fresh.set(hash, [seq]);
    else same.push(seq);
    count += 1;
  };
  const note = (seq: number, run: string, version: number, cause: string): void => {
    add(inRun(run, cause), seq);
    if (version === 1) add(ofStart(cause), seq);
  };
  const forget = (): void => {
    fresh.clear();
    count = 0;
    upTo = 0;
    last = 0;
  };
  /** The row at `seq` and those of the same cause that follow on it at once: they came in one append. */
  const together = (seq: number): readonly Row[] => {
    const rows: Row[] = [];
    for (let at = seq; ; at += 1) {
      const found = bySeq.get(at);
      if (found === undefined) return rows;
      const row = asRow(found);
      const first = rows[0] ?? row;
      if (row.run !== first.run || row.cause !== first.cause) return rows;
      rows.push(row);
    }
  };

  const load = (): void => {
    let run = "";
    let cause = "";
    for (const row of since.all(last)) {
      last = number(row, "seq");
      if (row["run"] === run && row["cause"] === cause) continue;
      run = text(row, "run");
      cause = text(row, "cause");
      note(last, run, number(row, "version"), cause);
    }
  };
  const warmUp = (): void => {
    warm = true;
    last = upTo;
    load();
  };

  const seqs = (found: readonly Columns[]): readonly number[] => found.map((each) => number(each, "seq"));
  const lookUp = (hash: number, cause: string): readonly Row[] => {
    const held = warm ? (fresh.get(hash) ?? []) : seqs(search.all(upTo, cause));
    const settled = isThere.get(hash) === undefined ? [] : seqs(find.all(hash));
    if (settled.length === 0 && held.length === 0) return [];
    // Some are found twice: rows of one append by each of them, others where another process settled between two looks.
    const rows = [...settled, ...held].flatMap(together).filter((row) => row.cause === cause);
    return [...new Map(rows.map((row) => [row.seq, row])).values()].sort((one, other) => one.seq - other.seq);
  };

  return {
    catchUp: (newest) => {
      const mark = settled.get();
      const now = mark === undefined ? 0 : Number(text(mark, "value"));
      if (now !== upTo) {
        forget();
        upTo = now;
        last = now;
      }
      if (warm) load();
      else last = newest;
      return last;
    },
    find: (run, cause, start) => {
      asked += 1;
      if (!warm && asked > OFTEN) warmUp();
      const own = lookUp(inRun(run, cause), cause).filter((row) => row.run === run);
      if (own.length > 0 || !start) return own;
      const started = lookUp(ofStart(cause), cause);
      const first = started.find((row) => row.version === 1);
      return first === undefined ? [] : started.filter((row) => row.run === first.run);
    },
    note: (seq, row, former) => {
      last = seq;
      if (warm && (former === undefined || former.cause !== row.cause)) note(seq, row.run, row.version, row.cause);
    },
    settle: () => {
      if (!warm && last - upTo >= BATCH) warmUp();
      if (count < BATCH) return;
      const sorted = [...fresh].sort(([one], [other]) => one - other);
      for (const [hash, seqs] of sorted) for (const seq of seqs) insert.run(hash, seq);
      settle.run(String(last));
      const seen = last;
      forget();
      upTo = seen;
      last = seen;
    },
    forget,
  };
};
