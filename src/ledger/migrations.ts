// Why: a database of yesterday opens today because every change of its shape is a numbered step that stays as it is for ever.

/** A backend that lacks a step's text doesn't compile. */
export type Dialect = "sqlite";

export type Migration = { readonly number: number; readonly what: string; readonly sql: Readonly<Record<Dialect, string>> };

/** `Carn`: SQLite's mark in the file's head that a database is a ledger of ours. */
export const APPLICATION = 0x4361726e;

/**
 * Rows are clustered by seq, so an append touches the right-hand end; the index by cause answers for a start, whose run isn't known, too.
 * Grants of leases are never removed: the highest fence of a run is its counter, and who was fenced by whom can be told.
 */
export const MIGRATIONS: readonly Migration[] = [
  {
    number: 1,
    what: "rows, cards, leases, snapshots",
    sql: {
      sqlite: `
        create table meta (key text primary key, value text not null) strict, without rowid;
        create table rows (
          seq integer primary key, run text not null, version integer not null, type text not null, at text not null,
          "by" text not null, cause text not null, data text not null, hash text not null, unique (run, version)
        ) strict;
        create index rows_cause on rows (cause, run);
        create table cards (
          run text primary key, protocol text not null, origin text unique, root text not null, place text not null, life text not null,
          phase text not null, version integer not null, head text not null, at text not null, good integer, unique (root, place)
        ) strict;
        create table leases (
          run text not null, fence integer not null, job text not null, token text not null, name text not null, agent text,
          conversation text, until text not null, host text not null, over integer not null, primary key (run, fence)
        ) strict, without rowid;
        create index leases_job on leases (run, job, fence);
        create index leases_held on leases (run, fence) where over = 0;
        create table snapshots (run text not null, key text not null, version integer not null, text text not null, primary key (run, key)) strict;
      `,
    },
  },
];

/** The format that this program writes; a database of a higher one is left alone. */
export const FORMAT = MIGRATIONS.length;
