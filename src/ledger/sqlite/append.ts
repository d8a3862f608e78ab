// Why: the append is where a run's truth is decided: all its checks and writes stand together, inside one transaction.
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Card, Draft } from "../../core/row.ts";
import { causes } from "../append.ts";
import type { Appended, Terms } from "../ledger.ts";
import { number, optional, text } from "../columns.ts";
import type { Leases } from "./leases.ts";
import type { Rows } from "./rows.ts";

/** What of a card decides an append. `last`: seq of the run's last row. */
type Head = {
  readonly version: number;
  readonly head: string;
  readonly last: number;
  readonly origin: string | null;
  readonly root: string;
  readonly place: string;
};

export type Append = {
  /** Only inside a transaction that `begun` began. */
  append(run: string, expected: number, rows: readonly Draft[], card: Card, terms: Terms): Appended;
  /** Around each transaction: after its begin, before its commit, after its rollback. */
  begun(): void;
  ending(): void;
  undone(): void;
};

/** Every so many versions a milestone stands, so that a walk back from it to any row is short. */
export const MILESTONE = 256;
/** Bounds the memory for heads of runs; beyond, all are forgotten and read again. */
const HEADS = 4096;

export const openAppend = (db: DatabaseSync, leases: Leases, { caused }: Rows): Append => {
  const newest = db.prepare("select seq from rows order by seq desc limit 1");
  const current = db.prepare(
    "select version, head, last, origin, root, place from cards where run = ?",
  );
  const originOf = db.prepare("select run from cards where origin = ?");
  const placeOf = db.prepare("select run from cards where root = ? and place = ?");
  const insert = db.prepare(
    'insert into rows (seq, run, version, former, cause, type, at, hash, "by", data) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const mark = db.prepare("insert into milestones (run, version, seq) values (?, ?, ?)");
  const advance = db.prepare(
    "update cards set life = ?, phase = ?, version = ?, head = ?, at = ?, good = ?, last = ? where run = ?",
  );
  const create = db.prepare(
    "insert into cards (life, phase, version, head, at, good, last, origin, root, place, protocol, run) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
  );
  const rewrite = db.prepare(
    "update cards set life = ?, phase = ?, version = ?, head = ?, at = ?, good = ?, last = ?, origin = ?, root = ?, place = ?, protocol = ? where run = ?",
  );
  const heads = new Map<string, Head>();
  // Cards that only move on are written once for all appends of a transaction.
  const moved = new Map<string, { readonly card: Card; readonly last: number }>();
  let last = 0;

  /** What this process knows is still so if nobody else has appended since. */
  const renew = (): void => {
    const found = newest.get();
    const seq = found === undefined ? 0 : number(found, "seq");
    if (seq === last) return;
    heads.clear();
    last = seq;
  };

  const headOf = (run: string): Head | null => {
    const known = heads.get(run);
    if (known !== undefined) return known;
    const found = current.get(run);
    if (found === undefined) return null;
    return {
      version: number(found, "version"),
      head: text(found, "head"),
      last: number(found, "last"),
      origin: optional(found, "origin"),
      root: text(found, "root"),
      place: text(found, "place"),
    };
  };

  const repeated = (
    run: string,
    expected: number,
    rows: readonly Draft[],
    restored: boolean,
  ): Appended | null => {
    for (const cause of causes(rows)) {
      const there = caused(run, cause, expected === 0);
      if (there.length > 0 && !(restored && there[0]?.run === run))
        return { is: "repeated", cause, rows: there };
    }
    return null;
  };

  const taken = (run: string, { origin, root, place }: Card): Appended | null => {
    const byOrigin = origin === null ? undefined : originOf.get(origin);
    if (byOrigin !== undefined && byOrigin["run"] !== run)
      return { is: "taken", what: "origin", run: text(byOrigin, "run") };
    const byPlace = placeOf.get(root, place);
    return byPlace === undefined || byPlace["run"] === run
      ? null
      : { is: "taken", what: "place", run: text(byPlace, "run") };
  };

  /** Returns the seq of the last one. */
  const put = (rows: readonly Draft[], after: number | null): number => {
    let former = after;
    for (const row of rows) {
      const seq = last + 1;
      insert.run(
        seq,
        row.run,
        row.version,
        former,
        row.cause,
        row.type,
        row.at,
        row.hash,
        row.by,
        row.data,
      );
      if (row.version % MILESTONE === 0) mark.run(row.run, row.version, seq);
      former = seq;
      last = seq;
    }
    return last;
  };

  const write = (
    into: StatementSync,
    { life, phase, version, head, at, good, run }: Card,
    seq: number,
    rest: readonly (string | null)[],
  ): void =>
    void into.run(
      life,
      phase,
      version,
      head,
      at,
      good === null ? null : Number(good),
      seq,
      ...rest,
      run,
    );

  return {
    append: (run, expected, rows, card, { fences = [], restored = false, after }) => {
      const again = repeated(run, expected, rows, restored);
      if (again !== null) return again;
      const head = headOf(run);
      const version = head?.version ?? 0;
      if (version !== expected || (after ?? head?.head) !== head?.head)
        return { is: "lost", version };
      const fenced = leases.fenced(run, fences);
      if (fenced !== null) return fenced;
      const { origin, root, place } = card;
      const stays =
        head !== null && head.origin === origin && head.root === root && head.place === place;
      const elsewhere = stays ? null : taken(run, card);
      if (elsewhere !== null) return elsewhere;
      const seq = put(rows, head?.last ?? null);
      if (stays) moved.set(run, { card, last: seq });
      else {
        moved.delete(run);
        write(head === null ? create : rewrite, card, seq, [origin, root, place, card.protocol]);
      }
      heads.set(run, { version: card.version, head: card.head, last: seq, origin, root, place });
      return { is: "appended", version: card.version };
    },
    begun: () => {
      if (heads.size >= HEADS) heads.clear();
      renew();
    },
    ending: () => {
      for (const { card, last } of moved.values()) write(advance, card, last, []);
      moved.clear();
    },
    undone: () => {
      heads.clear();
      moved.clear();
      last = 0;
    },
  };
};
