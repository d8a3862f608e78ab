// Creation of a ledger's SQLite file: atomic, by a temporary file and a link.
import { randomBytes } from "node:crypto";
import { closeSync, existsSync, linkSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { FORMAT } from "../format.ts";
import { damaged, faultOf, unwritable } from "./faults.ts";
import { APPLICATION, sweep, sync } from "./file.ts";

/**
 * Each page that an append touches is written twice, logged and synced. So rows are stored by seq; a run's card points to its last row,
 * each row to the previous one, and a milestone now and then into the middle. There is no index by run, which would touch a page per
 * active run, and none by command except the few named ones. Grants are never removed: a run's highest fence is its counter, and the
 * order of holders stays visible.
 */
export const tables = `
  create table meta (key text primary key, value text not null) strict, without rowid;
  create table rows (
    seq integer primary key, run text not null, version integer not null, former integer, cause text not null, type text not null,
    at text not null, hash text not null, "by" text not null, data text not null
  ) strict;
  create table milestones (run text not null, version integer not null, seq integer not null, primary key (run, version)) strict, without rowid;
  create index rows_named on rows (cause) where substr(cause, 1, 1) <> '~';
  create table cards (
    run text primary key, protocol text not null, origin text unique, root text not null, place text not null, life text not null,
    phase text not null, version integer not null, head text not null, at text not null, good integer, last integer not null, unique (root, place)
  ) strict;
  create table leases (
    run text not null, fence integer not null, job text not null, token text not null, name text not null, agent text,
    conversation text, until text not null, host text not null, over integer not null, primary key (run, fence)
  ) strict, without rowid;
  create index leases_job on leases (run, job, fence);
  create index leases_held on leases (run, fence) where over = 0;
  create table snapshots (run text not null, key text not null, version integer not null, text text not null, primary key (run, key)) strict;
  insert into meta (key, value) values ('id', lower(hex(randomblob(8))));
  pragma user_version = ${FORMAT}; pragma application_id = ${APPLICATION};
`;

/** Creates under a temporary name and links it: a kill leaves no half ledger, and one of two concurrent creators wins. */
export const createFile = (path: string): void => {
  // In this order: another process may have created both since the last look.
  if (existsSync(`${path}-wal`) && !existsSync(path))
    throw damaged(path, "the file is gone, but its log (-wal) is still there");
  const made = `${path}.new-${randomBytes(6).toString("hex")}`;
  try {
    closeSync(openSync(made, "wx", 0o600));
    const db = new DatabaseSync(made, { timeout: 0 });
    try {
      db.exec("pragma journal_mode = wal; begin immediate");
      db.exec(`${tables} commit; pragma wal_checkpoint(truncate)`);
    } finally {
      db.close();
    }
    sync(made);
    linkSync(made, path);
    if (process.platform !== "win32") sync(dirname(path));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "EEXIST" && existsSync(path)) return;
    if (code === "EPERM" || code === "ENOTSUP" || code === "EOPNOTSUPP")
      throw unwritable(
        path,
        "its file system knows no hard links, without which a ledger cannot be made in one step",
        error,
      );
    throw faultOf(error, path);
  } finally {
    sweep(made);
  }
};
