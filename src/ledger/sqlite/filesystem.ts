// Check of the file system under SQLite: shared memory and locks must hold between processes.
import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, rmSync, statfsSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Fault } from "../../core/refusal.ts";
import { isBusy } from "./faults.ts";

/** The file system of a folder as a magic number of statfs(2). */
export type Kind = (folder: string) => number;
/** Whether locks and shared memory work between two processes here. */
export type Probe = (folder: string) => boolean;

const REFUSED: Readonly<Record<number, string>> = {
  0x6969: "NFS",
  0x517b: "SMB",
  0xff534d42: "CIFS",
  0xfe534d42: "SMB2",
  0x01021997: "9p",
  0x5346414f: "AFS",
  0x73757245: "Coda",
  0x00c36400: "Ceph",
  0x0bd00bd0: "Lustre",
  0xbacbacbc: "a VMware shared folder",
  0x786f4256: "a VirtualBox shared folder",
  0x7c7c6673: "a Parallels shared folder",
};

/** ext, xfs, btrfs, tmpfs, ramfs, overlay, zfs, f2fs, bcachefs: local, with the locks and memory maps that SQLite needs. */
const TRUSTED: readonly number[] = [
  0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x858458f6, 0x794c7630, 0x2fc12fc1, 0xf2f52010,
  0xca451a4e,
];

export const kindOf: Kind = (folder) => statfsSync(folder).type >>> 0;

/** The second process: prints whether it was locked out, then the rows it sees, and adds a row once unlocked. */
const OTHER = `
const { DatabaseSync } = require("node:sqlite");
const db = new DatabaseSync(process.argv[1], { timeout: 0 });
const seen = db.prepare("select count(*) as n from probe").get().n;
let free = 1;
try { db.exec("begin immediate; insert into probe values (2); commit"); } catch (error) { if ((error.errcode & 255) !== 5) throw error; free = 0; }
console.log(seen + "," + free);
`;

const other = (path: string): string =>
  spawnSync(process.execPath, ["-e", OTHER, path], {
    encoding: "utf8",
    timeout: 20_000,
  }).stdout.trim();

/** Tests that two processes exclude each other and see each other's commits; takes about 0.1 s. */
export const probe: Probe = (folder) => {
  const path = join(folder, `.probe-${process.pid}-${Math.random().toString(36).slice(2)}`);
  try {
    closeSync(openSync(path, "wx", 0o600));
    const db = new DatabaseSync(path, { timeout: 0 });
    try {
      if (db.prepare("pragma journal_mode = wal").get()?.["journal_mode"] !== "wal") return false;
      db.exec("create table probe (n integer); begin immediate; insert into probe values (1)");
      const during = other(path);
      db.exec("commit");
      const after = other(path);
      return (
        during === "0,0" &&
        after === "1,1" &&
        db.prepare("select count(*) as n from probe").get()?.["n"] === 2
      );
    } finally {
      db.close();
    }
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  } finally {
    for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(path + end, { force: true });
  }
};

const existing = (folder: string): string =>
  existsSync(folder) || dirname(folder) === folder ? folder : existing(dirname(folder));

const unsafe = (path: string, what: string): Fault =>
  new Fault(
    "FILESYSTEM_UNSAFE",
    `The ledger ${path} would lie on a file system that cannot keep it safe: ${what}. Nothing was written.`,
    "Name a file on a local disk by --ledger (or `ledger` in cairn.config.json).",
  );

/** Throws FILESYSTEM_UNSAFE for a file system known to break the ledger, before anything is written. Returns whether it is known to be safe. */
export const checkKind = (path: string, kind: Kind): boolean => {
  const number = kind(existing(dirname(path)));
  const name = REFUSED[number];
  if (name !== undefined)
    throw unsafe(path, `it is ${name}, where locks and memory maps don't hold between processes`);
  return process.platform === "linux" && TRUSTED.includes(number);
};

/** Tests an unknown file system. The folder must exist. */
export const checkProbe = (path: string, tried: Probe): void => {
  if (!tried(dirname(path)))
    throw unsafe(
      path,
      "tried out, two processes there didn't exclude each other or didn't see each other's writes",
    );
};
