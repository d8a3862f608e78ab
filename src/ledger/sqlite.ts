// Embedded default ledger: one file, no server, durable at each append, shared by any processes of one machine.
import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { checkedWrites, type Writes } from "./checked-writes.ts";
import { type Clock, time } from "./grant.ts";
import type { Appended, Ledger } from "./ledger.ts";
import { openAppend } from "./sqlite/append.ts";
import { Fault } from "../core/refusal.ts";
import { text } from "./columns.ts";
import { closed } from "./closed.ts";
import { faultOf, faultOfOpen, resultCode } from "./sqlite/faults.ts";
import {
  deviceOf,
  LOG_LIMIT,
  makeFolder,
  noteDevice,
  present,
  recognise,
  stays,
} from "./sqlite/file.ts";
import {
  checkKind,
  checkProbe,
  type Kind,
  kindOf,
  type Probe,
  probe,
} from "./sqlite/filesystem.ts";
import { openHints } from "./sqlite/hints.ts";
import { openLeases } from "./sqlite/leases.ts";
import { LOG_PAGES, openLog, type Sync } from "./sqlite/log.ts";
import type { Ground, Rescue } from "./sqlite/rescue.ts";
import { openRows } from "./sqlite/rows.ts";
import { openSnapshots } from "./sqlite/snapshots.ts";
import { takeTurns, type Turns } from "./sqlite/turns.ts";
import { untilFree } from "./sqlite/until-free.ts";

export type SqliteOptions = {
  /** The file; a missing folder is created. */
  readonly path: string;
  /** The clock by which leases lapse, in ms. */
  readonly now?: Clock;
  /** How long to wait for another process's lock, in ms, before LEDGER_BUSY. */
  readonly patience?: number;
  /** Polling interval for other processes' writes, in ms, while watched. */
  readonly poll?: number;
  readonly kind?: Kind;
  readonly probe?: Probe;
  readonly sync?: Sync;
  /** Called after a removed file, or its folder, was written back. */
  readonly made?: () => void;
};

/** NORMAL: SQLite syncs only for the file's integrity; sqlite/log.ts syncs commits before they are acknowledged. */
const SETTINGS = `
  pragma synchronous = normal; pragma checkpoint_fullfsync = on; pragma temp_store = memory; pragma trusted_schema = off;
  pragma cache_size = -16000; pragma wal_autocheckpoint = ${LOG_PAGES}; pragma journal_size_limit = ${LOG_LIMIT};
`;

/** Never creates a file: an empty one would look like another program's. */
const connect = (path: string): DatabaseSync => {
  const file = pathToFileURL(path);
  file.searchParams.set("mode", "rw");
  const db = new DatabaseSync(file, { timeout: 0 });
  try {
    db.exec(`pragma journal_mode = wal; ${SETTINGS}`);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
};

/** Told as what happened to the file, once its events are safe. */
const withRescue = (turns: Turns, rescue: () => Promise<Rescue>, hold: () => void): Turns => {
  const told = async (error: unknown): Promise<never> => {
    if (!(error instanceof Fault && /^LEDGER_(?:MOVED|DAMAGED)$/u.test(error.code))) throw error;
    throw await (await rescue()).told(error);
  };
  return {
    ...turns,
    write: (work) => turns.write(work).catch(told),
    read: async (work) => {
      const value = await turns.read(work).catch(told);
      hold();
      return value;
    },
  };
};

/** Loaded before it is needed: the program itself may lie in what is cleaned away. `false`: only if it was asked for. */
const rescueOf = (ground: Ground) => {
  let loading: Promise<Rescue> | null = null;
  function rescue(): Promise<Rescue>;
  function rescue(isNeeded: false): Promise<Rescue> | null;
  function rescue(isNeeded = true): Promise<Rescue> | null {
    if (isNeeded) loading ??= import("./sqlite/rescue.ts").then((it) => it.openRescue(ground));
    return loading;
  }
  return rescue;
};

const making = () => import("./sqlite/create.ts");

/** Checks the file system and the file, then opens it; creates a missing one. */
const openFile = async (
  path: string,
  patience: number,
  kind: Kind,
  tried: Probe,
): Promise<DatabaseSync> => {
  const trusted = checkKind(path, kind);
  const fresh = !present(path);
  if (fresh) {
    makeFolder(path);
    if (!trusted) checkProbe(path, tried);
    (await making()).createFile(path);
  }
  const { device } = await untilFree(path, patience, () => recognise(path));
  const changed = !trusted && device !== deviceOf(path);
  if (changed && !fresh) checkProbe(path, tried);
  const db = await untilFree(path, patience, () => connect(path));
  if (changed) await untilFree(path, patience, () => noteDevice(db, path));
  return db;
};

/** The port over an open database. */
const serve = (
  db: DatabaseSync,
  path: string,
  patience: number,
  { now = Date.now, poll = 50, sync, made }: SqliteOptions,
): Ledger => {
  const { ino } = statSync(path);
  const stayed = stays(path);
  let lacks = (): boolean => false;
  const there = (): boolean => stayed() && !lacks();
  const id = db.prepare("select value from meta where key = 'id'");
  const leases = openLeases(db);
  const rows = openRows(db);
  const appends = openAppend(db, leases, rows);
  const snapshots = openSnapshots(db);
  const hints = openHints(db, poll);
  const log = openLog(path, sync);
  const begun = (): void => {
    log.layOut();
    appends.begun();
  };
  const { ending: settle, undone } = appends;
  const hooks = { there, begun, ending: settle, undone, sync: log.sync };
  const rescue = rescueOf({ db, path, ino, log, made });
  const turns = withRescue(takeTurns(db, { path, patience, ...hooks }), rescue, log.hold);
  let ending: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    hints.clear();
    await turns.end();
    await (await rescue(false))?.end();
    log.close();
    db.close();
  };
  const writes: Writes = {
    append: (...asked) => turns.write((): Appended => appends.append(...asked)),
    lease: (ask) => turns.write(() => leases.lease(ask, now())),
  };
  return Object.freeze<Ledger>({
    ...checkedWrites(writes, hints.call),
    id: () => turns.read(() => text(id.get() ?? {}, "value")),
    read: ({ run, cause, after = 0, limit = 10_000 }) =>
      turns.read(() => {
        if (run === undefined) return rows.all(after, limit);
        if (cause === undefined) return rows.ofRun(run, after, limit);
        const caused = rows.caused(run, cause, false).filter((row) => row.version > after);
        return caused.slice(0, limit);
      }),
    newest: () => turns.read(() => rows.newest()),
    runs: (filter = {}) => turns.read(() => rows.cards(filter)),
    snapshot: (run, key) => turns.read(() => snapshots.find(run, key)),
    keep: (run, key, version, text) => turns.read(() => snapshots.keep(run, key, version, text)),
    leases: (run) => turns.read(() => leases.leases(run)),
    now: async () => time(now()),
    watch: (hint) => {
      if (ending !== null) throw closed();
      void rescue();
      return hints.add(hint);
    },
    guard: async () => {
      const { guard } = await rescue();
      const lost = (): void => {
        lacks = () => true;
        hints.call();
      };
      lacks = await turns.read(() => guard(there, lost));
    },
    forget: () => turns.read(() => db.exec("pragma shrink_memory")),
    close: () => (ending ??= close()),
  });
};

/** Throws Faults: FILESYSTEM_UNSAFE, LEDGER_FOREIGN, LEDGER_FORMAT, LEDGER_DAMAGED, LEDGER_UNWRITABLE, LEDGER_MOVED, LEDGER_BUSY, DISK_FULL. */
export const openSqlite = async (options: SqliteOptions): Promise<Ledger> => {
  const { patience = 10_000, kind = kindOf, probe: tried = probe } = options;
  const path = resolve(options.path);
  const was = existsSync(path);
  let db: DatabaseSync | null = null;
  try {
    db = await openFile(path, patience, kind, tried).catch(async (error: unknown) => {
      const still =
        resultCode(error) === null ? null : (await import("./sqlite/still.ts")).openStill(path);
      if (still === null) throw error;
      return still;
    });
    return serve(db, path, patience, options);
  } catch (error) {
    db?.close();
    throw was ? faultOfOpen(error, path) : faultOf(error, path);
  }
};
