// A projection under the lock: each file is judged by its bytes on disk, then brought to its wanted text.
import { dirname, join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { Digest, Path, Time } from "../../core/row.ts";
import { syncFolder } from "../disk/atomic.ts";
import { emptyDigest } from "../disk/content.ts";
import { statPlain } from "../disk/plain-file.ts";
import type { Drift, Projection } from "../workspace.ts";
import { driftOf } from "./drift.ts";
import { type FileReading, isHalf, lookAt } from "./reading.ts";
import {
  announce,
  dropRecord,
  type FileRecord,
  isAsRecorded,
  markOf,
  none,
  putUnsettled,
  putWritten,
} from "./records.ts";
import { dropSubfolders, makeSubfolders } from "./subfolders.ts";
import type { Keep } from "./late.ts";
import { finish, type Swap, swap } from "./swap.ts";

/** `text` null: no file is wanted; its digest is `none`. */
export type Wanted = { readonly path: Path; readonly text: string | null; readonly digest: Digest };

export type Pass = {
  readonly db: DatabaseSync;
  readonly projection: Projection;
  readonly records: ReadonlyMap<Path, FileRecord>;
  /** A newer version is on disk: nothing is written. */
  readonly older: boolean;
  readonly now: Time;
  readonly keep: Keep;
  readonly drift: Map<Path, Drift>;
};

type Judged =
  | { readonly is: "done" }
  | { readonly is: "edit"; readonly seen: FileReading }
  | { readonly is: "free"; readonly seen: FileReading | null };
const done: Judged = { is: "done" };

const judge = (pass: Pass, { path, text, digest }: Wanted): Judged => {
  const { db, projection, records, older, now } = pass;
  const { run, folder, version } = projection;
  const record = records.get(path);
  const at = join(folder, path);
  const stat = statPlain(at);
  if (text !== null && stat !== null && record?.digest === digest && isAsRecorded(record, stat))
    return done;
  const seen = stat === null ? null : lookAt(at, record?.size);
  if (seen === null) {
    if (text !== null) return { is: "free", seen };
    dropRecord(db, run, path);
    return done;
  }
  if (text !== null && seen.digest === digest) {
    // Also what a hand wrote in just these bytes is what the next edit begins with.
    if (!older) putWritten(db, run, { path, version, text }, digest, seen.stat, seen.at);
    return done;
  }
  // An empty file has nothing to lose: it is written again, unless it may be about to be filled.
  const isFree =
    seen.digest === emptyDigest
      ? !isHalf(path, seen, now)
      : record !== undefined && [record.digest, record.next].includes(seen.digest);
  return { is: isFree ? "free" : "edit", seen };
};

const tell = (pass: Pass, path: Path, seen: FileReading | null): void => {
  const { db, projection, records, now } = pass;
  const { run } = projection;
  pass.drift.set(path, driftOf(path, seen, markOf(db, run, path), now));
  if (seen !== null && !records.has(path)) putUnsettled(db, run, path);
};

/** Announces the files that have to be written, and tells of edits among the others. */
export const planned = (pass: Pass, wanted: readonly Wanted[]): readonly Wanted[] =>
  wanted.filter((one) => {
    const judged = judge(pass, one);
    if (judged.is === "edit") tell(pass, one.path, judged.seen);
    if (judged.is !== "free" || pass.older) return false;
    announce(pass.db, pass.projection.run, one.path, judged.seen?.digest ?? none, one.digest);
    return true;
  });

/** How often to look again at a file being written before the next projection handles it. */
const looks = 3;

/** Brings one file to its wanted text; null: others wrote there, or before. */
export const bring = (pass: Pass, wanted: Wanted): Swap | null => {
  const { db, projection, keep } = pass;
  const { path, text, digest } = wanted;
  const { run, folder, version } = projection;
  const at = join(folder, path);
  for (let look = 0; look < looks; look += 1) {
    const judged = judge(pass, wanted);
    if (judged.is === "edit") tell(pass, path, judged.seen);
    if (judged.is !== "free") return null;
    if (text !== null) makeSubfolders(folder, path);
    const before = Date.now();
    const made = swap(at, judged.seen, text, keep);
    if (made === null) continue;
    const stat = text === null ? null : statPlain(at);
    if (text === null) dropRecord(db, run, path);
    // Seen before it was written: whoever appended at once is in this stat, and not in the text.
    else if (stat !== null) putWritten(db, run, { path, version, text }, digest, stat, before);
    return made;
  }
  tell(pass, path, lookAt(at));
  return null;
};

/** Makes names durable and looks a last time at the files set aside: a slow writer may have written into them. */
export const close = (pass: Pass, swaps: ReadonlyMap<Path, Swap>): void => {
  const { db, projection, keep } = pass;
  for (const place of new Set([...swaps.values()].map(({ path }) => dirname(path))))
    syncFolder(place);
  const gone: Path[] = [];
  for (const [path, one] of swaps) {
    if (one.made === null) gone.push(path);
    if (finish(one, keep)) continue;
    if (one.made === null) putUnsettled(db, projection.run, path);
    tell(pass, path, lookAt(one.path));
  }
  dropSubfolders(projection.folder, gone);
};
