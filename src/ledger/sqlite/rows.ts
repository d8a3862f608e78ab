// Queries of rows on SQLite: ledger order; one run's rows beside each other, else by walking back from its last.
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Card, Row } from "../../core/row.ts";
import type { RunFilter } from "../ledger.ts";
import { asCard, asRow, number, text } from "../columns.ts";

export type Rows = {
  /** Rows of all runs by seq. */
  all(after: number, limit: number): readonly Row[];
  /** The seq of the newest row; 0: none. */
  newest(): number;
  /** Rows of one run by version. */
  ofRun(run: string, after: number, limit: number): readonly Row[];
  /** Rows of one command: in the run or, for a start, in the run that it started. */
  caused(run: string, cause: string, start: boolean): readonly Row[];
  cards(filter: RunFilter): readonly Card[];
};

/** Walks from a row back to the one after version ?2, skipping those above ?3, newest first. No hash covers `former`: each step lowers the version by one, so that the walk ends whatever it contains. */
const WALK = `
  with recursive back (seq, former, version) as (
    select seq, former, version from rows where seq = ?1 and run = ?4
    union all
    select rows.seq, rows.former, rows.version from back cross join rows on rows.seq = back.former and rows.run = ?4 and rows.version = back.version - 1
    where back.version > ?2 + 1
  )
  select rows.* from back cross join rows on rows.seq = back.seq where back.version > ?2 and back.version <= ?3
`;

/** In a ledger with few other runs, so many rows hold the wanted half of them. */
const SPAN = 2;
const NEARBY =
  "select * from rows where seq > ? and seq <= ? and run = ? and version > ? and version <= ? order by seq";

export const openRows = (db: DatabaseSync): Rows => {
  const all = db.prepare("select * from rows where seq > ? order by seq limit ?");
  const newest = db.prepare("select seq from rows order by seq desc limit 1");
  const head = db.prepare("select version, last from cards where run = ?");
  const milestone = db.prepare(
    "select version, seq from milestones where run = ? and version >= ? order by version limit 1",
  );
  const nearby = db.prepare(NEARBY);
  const walk = db.prepare(WALK);
  const search = db.prepare(
    "select * from rows where run = ? and version > ? order by version, seq limit ?",
  );

  // The index rows_named only serves queries with its exact condition.
  const named = "cause = ? and substr(cause, 1, 1) <> '~'";
  const ofCause = db.prepare(`select * from rows where ${named} and run = ? order by seq`);
  const started = db.prepare(`select run from rows where ${named} and version = 1`);
  /** Statements by filter: every send asks for the children of its run. */
  const ofCards = new Map<string, StatementSync>();

  return {
    all: (after, limit) => all.all(after, limit).map(asRow),
    newest: () => Number(newest.get()?.["seq"] ?? 0),
    ofRun: (run, after, limit) => {
      const card = head.get(run);
      if (card === undefined) return [];
      const until = Math.min(after + limit, number(card, "version"));
      if (until <= after) return [];
      const near = milestone.get(run, until);
      const from = near === undefined ? number(card, "last") : number(near, "seq");
      const count = until - after;
      const beyond = near === undefined ? 0 : number(near, "version") - until;
      const isWhole = (rows: readonly Row[]): boolean =>
        rows.length === count && rows.every((row, at) => row.version === after + 1 + at);
      const least = from - SPAN * (count + beyond);
      const found = nearby.all(least, from, run, after, until);
      const close = found.length === count ? found.map(asRow) : [];
      if (isWhole(close)) return close;
      const rows = walk.all(from, after, until, run).map(asRow).reverse();
      // A missing or changed row breaks the walk; the remaining rows are returned anyway, so that `verify` can locate the damage.
      return isWhole(rows) ? rows : search.all(run, after, limit).map(asRow);
    },
    caused: (run, cause, start) => {
      const own = ofCause.all(cause, run);
      const other = own.length > 0 || !start ? undefined : started.get(cause);
      return (other === undefined ? own : ofCause.all(cause, text(other, "run"))).map(asRow);
    },
    cards: ({ run, protocol, origin, parent, life }) => {
      const wanted: [string, string | undefined][] = [
        ["run = ?", run],
        ["protocol = ?", protocol],
        ["origin = ?", origin],
        // A range served by the index of origins: `0` is the character after `/`.
        ["origin >= ? || '/'", parent],
        ["origin < ? || '0'", parent],
      ];
      const asked = wanted.flatMap(([term, value]) =>
        value === undefined ? [] : [{ term, value }],
      );
      const where =
        asked.length === 0 ? "" : ` where ${asked.map(({ term }) => term).join(" and ")}`;
      const cards = ofCards.get(where) ?? db.prepare(`select * from cards${where} order by rowid`);
      ofCards.set(where, cards);
      const found = cards.all(...asked.map(({ value }) => value));
      return found.map(asCard).filter((card) => life === undefined || life.includes(card.life));
    },
  };
};
