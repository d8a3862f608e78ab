// The append, with all its checks and writes in one transaction.
import type { DatabaseSync } from "node:sqlite";
import type { Card, Draft } from "../../core/row.ts";
import { causes } from "../append.ts";
import type { Appended, Terms } from "../ledger.ts";
import { text } from "../columns.ts";
import { openCards } from "./cards.ts";
import { openHeads } from "./heads.ts";
import type { Leases } from "./leases.ts";
import type { Rows } from "./rows.ts";

export type Append = {
  /** Only inside a transaction that `begun` began. */
  append(run: string, expected: number, rows: readonly Draft[], card: Card, terms: Terms): Appended;
  /** Hooks of each transaction: after its begin, before its commit, after its rollback. */
  begun(): void;
  ending(): void;
  undone(): void;
};

/** Distance in versions between milestones, which keep the walk back to any row short. */
const MILESTONE = 256;

const openTaken = (db: DatabaseSync): ((run: string, card: Card) => Appended | null) => {
  const byOrigin = db.prepare("select run from cards where origin = ? and run <> ?");
  const byPlace = db.prepare("select run from cards where root = ? and place = ? and run <> ?");
  return (run, { origin, root, place }) => {
    const first = origin === null ? undefined : byOrigin.get(origin, run);
    if (first !== undefined) return { is: "taken", what: "origin", run: text(first, "run") };
    const other = byPlace.get(root, place, run);
    return other === undefined ? null : { is: "taken", what: "place", run: text(other, "run") };
  };
};

/** Writes rows after seq `last`; returns the seq of the last one. */
const openPut = (db: DatabaseSync) => {
  const insert = db.prepare(
    'insert into rows (seq, run, version, former, cause, type, at, hash, "by", data) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const mark = db.prepare("insert into milestones (run, version, seq) values (?, ?, ?)");
  return (rows: readonly Draft[], before: number | null, last: number): number => {
    let former = before;
    let seq = last;
    for (const { run, version, cause, type, at, hash, by, data } of rows) {
      seq += 1;
      insert.run(seq, run, version, former, cause, type, at, hash, by, data);
      if (version % MILESTONE === 0) mark.run(run, version, seq);
      former = seq;
    }
    return seq;
  };
};

export const openAppend = (db: DatabaseSync, leases: Leases, { caused }: Rows): Append => {
  const heads = openHeads(db);
  const cards = openCards(db);
  const taken = openTaken(db);
  const put = openPut(db);

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

  return {
    append: (run, expected, rows, card, { fences = [], restored = false, after }) => {
      const again = repeated(run, expected, rows, restored);
      if (again !== null) return again;
      const head = heads.of(run);
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
      const last = put(rows, head?.last ?? null, heads.last());
      if (stays) cards.advance(card, last);
      else cards.write(card, last, head === null);
      heads.set(run, { version: card.version, head: card.head, last, origin, root, place });
      return { is: "appended", version: card.version };
    },
    begun: heads.renew,
    ending: cards.settle,
    undone: () => {
      heads.forget();
      cards.forget();
    },
  };
};
