// In-memory heads of runs: the parts of a card that an append needs, and the seq of the ledger's last row.
import type { DatabaseSync } from "node:sqlite";
import { number, optional, text } from "../columns.ts";

/** `last`: seq of the run's last row. */
export type Head = {
  readonly version: number;
  readonly head: string;
  readonly last: number;
  readonly origin: string | null;
  readonly root: string;
  readonly place: string;
};

export type Heads = {
  of(run: string): Head | null;
  /** After an append, whose last row is the ledger's last. */
  set(run: string, head: Head): void;
  last(): number;
  /** At the begin of a transaction: clears the cache if another connection has appended since. */
  renew(): void;
  forget(): void;
};

/** Bounds the memory; beyond it the cache is cleared and read again. */
const HEADS = 4096;

export const openHeads = (db: DatabaseSync): Heads => {
  const newest = db.prepare("select seq from rows order by seq desc limit 1");
  const current = db.prepare(
    "select version, head, last, origin, root, place from cards where run = ?",
  );
  const heads = new Map<string, Head>();
  let last = 0;
  return {
    of: (run) => {
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
    },
    set: (run, head) => {
      heads.set(run, head);
      ({ last } = head);
    },
    last: () => last,
    renew: () => {
      const found = newest.get();
      const seq = found === undefined ? 0 : number(found, "seq");
      if (seq !== last || heads.size >= HEADS) heads.clear();
      last = seq;
    },
    forget: () => {
      heads.clear();
      last = 0;
    },
  };
};
