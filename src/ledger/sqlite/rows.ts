// Why: the append is where a run's truth is decided: all its checks and writes stand together, inside one transaction.
import type { DatabaseSync } from "node:sqlite";
import type { Card, Draft, Row } from "../../core/row.ts";
import { causes } from "../append.ts";
import type { Appended, Fence, RowFilter, RunFilter } from "../ledger.ts";
import { asCard, asRow, number, text } from "./columns.ts";
import type { Leases } from "./leases.ts";

export type Rows = {
  /** Only inside a transaction. */
  append(run: string, expected: number, rows: readonly Draft[], card: Card, fences: readonly Fence[]): Appended;
  read(what: RowFilter): readonly Row[];
  runs(filter: RunFilter): readonly Card[];
};

export const openRows = (db: DatabaseSync, leases: Leases): Rows => {
  const caused = db.prepare("select * from rows where cause = ? and run = ? order by version");
  const isCaused = db.prepare("select 1 from rows where cause = ? and run = ? limit 1");
  const started = db.prepare("select run from rows where cause = ? and version = 1 limit 1");
  const current = db.prepare("select origin, root, place, version from cards where run = ?");
  const originOf = db.prepare("select run from cards where origin = ?");
  const placeOf = db.prepare("select run from cards where root = ? and place = ?");
  const insert = db.prepare('insert into rows (run, version, type, at, "by", cause, data, hash) values (?, ?, ?, ?, ?, ?, ?, ?)');
  const create = db.prepare(
    "insert into cards (origin, root, place, life, phase, version, head, at, good, protocol, run) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
  );
  const advance = db.prepare("update cards set life = ?, phase = ?, version = ?, head = ?, at = ?, good = ? where run = ?");
  const rewrite = db.prepare(
    "update cards set origin = ?, root = ?, place = ?, life = ?, phase = ?, version = ?, head = ?, at = ?, good = ?, protocol = ? where run = ?",
  );
  const ofRun = db.prepare("select * from rows where run = ? and version > ? order by version limit ?");
  const ofAll = db.prepare("select * from rows where seq > ? order by seq limit ?");

  const repeated = (run: string, expected: number, rows: readonly Draft[]): Appended | null => {
    for (const cause of causes(rows)) {
      if (expected > 0 && isCaused.get(cause, run) === undefined) continue;
      const start = expected === 0 ? started.get(cause) : undefined;
      const there = caused.all(cause, start === undefined ? run : text(start, "run"));
      if (there.length > 0) return { is: "repeated", cause, rows: there.map(asRow) };
    }
    return null;
  };

  const taken = (run: string, { origin, root, place }: Card): Appended | null => {
    const byOrigin = origin === null ? undefined : originOf.get(origin);
    if (byOrigin !== undefined && byOrigin["run"] !== run) return { is: "taken", what: "origin", run: text(byOrigin, "run") };
    const byPlace = placeOf.get(root, place);
    return byPlace === undefined || byPlace["run"] === run ? null : { is: "taken", what: "place", run: text(byPlace, "run") };
  };

  return {
    append: (run, expected, rows, card, fences) => {
      const again = repeated(run, expected, rows);
      if (again !== null) return again;
      const there = current.get(run);
      const version = there === undefined ? 0 : number(there, "version");
      if (version !== expected) return { is: "lost", version };
      const fenced = leases.fenced(run, fences);
      if (fenced !== null) return fenced;
      const settled =
        there !== undefined && there["origin"] === card.origin && there["root"] === card.root && there["place"] === card.place;
      const elsewhere = settled ? null : taken(run, card);
      if (elsewhere !== null) return elsewhere;
      for (const row of rows) insert.run(run, row.version, row.type, row.at, row.by, row.cause, row.data, row.hash);
      const { origin, root, place, life, phase, head, at, protocol } = card;
      const good = card.good === null ? null : card.good ? 1 : 0;
      if (settled) advance.run(life, phase, card.version, head, at, good, run);
      else (there === undefined ? create : rewrite).run(origin, root, place, life, phase, card.version, head, at, good, protocol, run);
      return { is: "appended", version: card.version };
    },
    read: ({ run, cause, after = 0, limit = 10_000 }) => {
      if (run === undefined) return ofAll.all(after, limit).map(asRow);
      if (cause === undefined) return ofRun.all(run, after, limit).map(asRow);
      const found = caused.all(cause, run).map(asRow);
      return found.filter((row) => row.version > after).slice(0, limit);
    },
    runs: ({ run, protocol, origin, life }) => {
      const wanted: [string, string | undefined][] = [
        ["run", run],
        ["protocol", protocol],
        ["origin", origin],
      ];
      const asked = wanted.flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
      const where = asked.length === 0 ? "" : ` where ${asked.map(({ name }) => `${name} = ?`).join(" and ")}`;
      const found = db.prepare(`select * from cards${where} order by rowid`).all(...asked.map(({ value }) => value));
      return found.map(asCard).filter((card) => life === undefined || life.includes(card.life));
    },
  };
};
