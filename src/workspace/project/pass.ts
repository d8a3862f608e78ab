// One pass of projection under the lock: each file is judged by its current bytes on disk.
import { dirname, join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { Digest, Path, Time } from "../../core/row.ts";
import { syncFolder } from "../disk/atomic.ts";
import { statPlain } from "../disk/plain-file.ts";
import type { Drift, Projection } from "../workspace.ts";
import { driftOf, isEmptied, isHalf, lookAt, type FileReading } from "./drift.ts";
import { hold, letGo, openOld } from "./late.ts";
import {
  dropRecord,
  type FileRecord,
  formerOf,
  isAsRecorded,
  putFormer,
  putRecord,
  recordFrom,
} from "./records.ts";
import { dropSubfolders, makeSubfolders } from "./subfolders.ts";
import { finish, type Keep, type Swap, swapIn, swapOut } from "./swap.ts";

export type PlannedFile = { readonly path: Path; readonly text: string; readonly digest: Digest };

/** One pass of a projection over its files, in one transaction of the cache. */
export type Pass = {
  readonly db: DatabaseSync;
  readonly projection: Projection;
  readonly wanted: ReadonlyMap<Path, PlannedFile>;
  readonly records: ReadonlyMap<Path, FileRecord>;
  readonly intents: ReadonlyMap<Path, ReadonlySet<Digest>>;
  /** A newer version is on disk: nothing is written. */
  readonly older: boolean;
  /** The intents already announce the writes. */
  readonly announced: boolean;
  readonly now: Time;
  readonly keep: Keep;
  readonly drift: Map<Path, Drift>;
  readonly written: Path[];
  readonly swaps: Map<Path, Swap>;
};

type Judged =
  | { readonly is: "done" }
  | { readonly is: "edit"; readonly seen: FileReading }
  | { readonly is: "free"; readonly seen: FileReading | null };

/** How often to recheck a file being written before the next projection handles it. */
const looks = 3;

/** Bytes of ours: the last ones, those announced by a killed process, or the new ones. */
export const isKnown = ({ records, intents, wanted }: Pass, path: Path, found: Digest): boolean =>
  records.get(path)?.digest === found ||
  intents.get(path)?.has(found) === true ||
  wanted.get(path)?.digest === found;

/** `file` null: no file is wanted. */
const judge = (pass: Pass, path: Path, file: PlannedFile | null): Judged => {
  const { db, projection, records, now } = pass;
  const record = records.get(path);
  const at = join(projection.folder, path);
  const stat = statPlain(at);
  if (
    file !== null &&
    record?.digest === file.digest &&
    stat !== null &&
    isAsRecorded(record, stat)
  )
    return { is: "done" };
  const seen = stat === null ? null : lookAt(at, record);
  if (seen === null) {
    if (file !== null) return { is: "free", seen };
    dropRecord(db, projection.run, path);
    return { is: "done" };
  }
  if (seen.digest === file?.digest) {
    if (!pass.older) {
      putRecord(
        db,
        projection.run,
        recordFrom(path, projection.version, seen.digest, seen.stat, seen.at),
      );
      // Also what a hand wrote in just these bytes is what the next edit begins with.
      if (record?.digest !== seen.digest)
        putFormer(db, projection.run, path, projection.version, seen.digest);
    }
    return { is: "done" };
  }
  const free = isEmptied(seen)
    ? !isHalf(path, seen.bytes, seen.stat.mtimeMs, now)
    : isKnown(pass, path, seen.digest);
  if (free || projection.settled[path] === seen.digest) return { is: "free", seen };
  // For an unwanted file known by intents only, other bytes are a foreign file.
  return file === null && record === undefined ? { is: "done" } : { is: "edit", seen };
};

/** Digest for an unknown file, so that every scan reports it until it is handled. */
const unknown: Digest = "";

const told = (
  { db, drift, now, projection, records }: Pass,
  path: Path,
  seen: FileReading | null,
): true => {
  const found = seen ?? lookAt(join(projection.folder, path));
  drift.set(path, driftOf(path, found, now, formerOf(db, projection.run, path)));
  if (found !== null && !records.has(path))
    putRecord(db, projection.run, recordFrom(path, projection.version, unknown, found.stat, 0));
  return true;
};

/** Brings one file to its wanted content, or reports its drift. false: a write is needed and not announced yet. */
export const bring = (pass: Pass, path: Path, file: PlannedFile | null): boolean => {
  const { db, projection } = pass;
  const at = join(projection.folder, path);
  for (let look = 0; look < looks; look += 1) {
    const judged = judge(pass, path, file);
    if (judged.is === "edit") return told(pass, path, judged.seen);
    if (judged.is === "done" || pass.older) return true;
    if (!pass.announced) return false;
    const ours = (found: Digest): boolean =>
      found === judged.seen?.digest || isKnown(pass, path, found);
    if (file !== null) makeSubfolders(projection.folder, path);
    const swap = file === null ? swapOut(at, ours, pass.keep) : swapIn(at, file.text, ours);
    if (swap === null || !finish(swap, pass.keep, false)) continue;
    pass.swaps.set(path, swap);
    pass.written.push(path);
    const stat = file === null ? null : statPlain(at);
    if (file === null) dropRecord(db, projection.run, path);
    else if (stat !== null) {
      putRecord(
        db,
        projection.run,
        recordFrom(path, projection.version, file.digest, stat, Date.now()),
      );
      putFormer(db, projection.run, path, projection.version, file.digest);
    }
    return true;
  }
  return told(pass, path, null);
};

/** Makes names durable and checks files set aside a last time: a slow in-place writer may have written to them. */
export const close = (pass: Pass): void => {
  const { db, projection, swaps, records } = pass;
  for (const folder of new Set(
    [...swaps.keys()].map((path) => dirname(join(projection.folder, path))),
  ))
    syncFolder(folder);
  for (const [path, swap] of swaps) {
    const old = openOld(swap.path, swap.aside);
    if (finish(swap, pass.keep, true)) {
      hold(old);
      continue;
    }
    letGo(old);
    told(pass, path, null);
    const record = records.get(path);
    if (swap.digest === null && record !== undefined) putRecord(db, projection.run, record);
  }
  const gone = [...swaps].filter(([, swap]) => swap.digest === null).map(([path]) => path);
  dropSubfolders(projection.folder, gone);
};
