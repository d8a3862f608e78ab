// Writes of runs' cards; a mere advance is written once for all appends of a transaction.
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Card } from "../../core/row.ts";

export type Cards = {
  /** Immediately. `last`: seq of the run's last row. */
  write(card: Card, last: number, isNew: boolean): void;
  /** Deferred to the commit. Names and place must be unchanged. */
  advance(card: Card, last: number): void;
  /** Writes the deferred cards. */
  settle(): void;
  forget(): void;
};

const put = (
  into: StatementSync,
  { life, phase, version, head, at, good, run }: Card,
  last: number,
  rest: readonly (string | null)[] = [],
): void => {
  const sound = good === null ? null : Number(good);
  into.run(life, phase, version, head, at, sound, last, ...rest, run);
};

export const openCards = (db: DatabaseSync): Cards => {
  const advance = db.prepare(
    "update cards set life = ?, phase = ?, version = ?, head = ?, at = ?, good = ?, last = ? where run = ?",
  );
  const create = db.prepare(
    "insert into cards (life, phase, version, head, at, good, last, origin, root, place, protocol, run) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
  );
  const rewrite = db.prepare(
    "update cards set life = ?, phase = ?, version = ?, head = ?, at = ?, good = ?, last = ?, origin = ?, root = ?, place = ?, protocol = ? where run = ?",
  );
  const moved = new Map<string, { readonly card: Card; readonly last: number }>();
  return {
    write: (card, last, isNew) => {
      moved.delete(card.run);
      const { origin, root, place, protocol } = card;
      put(isNew ? create : rewrite, card, last, [origin, root, place, protocol]);
    },
    advance: (card, last) => void moved.set(card.run, { card, last }),
    settle: () => {
      for (const { card, last } of moved.values()) put(advance, card, last);
      moved.clear();
    },
    forget: () => moved.clear(),
  };
};
