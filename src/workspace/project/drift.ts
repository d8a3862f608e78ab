// Drift detection: files that differ from their last projection count as hand edits.
import type { Stats } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import type { DropIn } from "../../core/dialect.ts";
import { parsed } from "../../core/parsed.ts";
import { Fault } from "../../core/refusal.ts";
import type { Digest, Path, Time } from "../../core/row.ts";
import { contentDigest, contentText } from "../disk/content.ts";
import { namesIn } from "../disk/look.ts";
import { fileBytes, isPlain, ownBytes, readPlain, statPlain } from "../disk/plain-file.ts";
import type { Drift, Former } from "../workspace.ts";
import { lateAt } from "./late.ts";
import type { Projections } from "./projections.ts";
import {
  type FileRecord,
  formerOf,
  intentsOf,
  isAsRecorded,
  putRecord,
  recordFrom,
  recordsOf,
  runOf,
} from "./records.ts";
import { checkSubfolders } from "./subfolders.ts";

/** In ms: younger incomplete bytes count as a file being written. */
const standMs = 2_000;
const newline = 0x0a;
/** A literal, since computing it would load hashing for every `status`. */
const emptyDigest: Digest = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

const parses = (text: string): boolean =>
  parsed(text.startsWith("\u{feff}") ? text.slice(1) : text) !== undefined;

export type FileReading = {
  readonly stat: Stats;
  readonly digest: Digest;
  readonly bytes: Buffer;
  readonly at: number;
};

/** How often to reread a file that changes while it is read. */
const reads = 3;

const isSame = (a: Stats, b: Stats): boolean =>
  a.ino === b.ino && a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs;

/**
 * The file's bytes with the stat from before the read; null: missing. For a file that is rewritten repeatedly the last stat: an
 * earlier one would make recent bytes look old, and half-written ones broken. Fault FILE_OVERSIZED: larger than the limit for foreign
 * files and than our own last content (`record`).
 */
export const lookAt = (path: string, record?: FileRecord): FileReading | null => {
  for (let read = 1; ; read += 1) {
    const at = Date.now();
    const before = statPlain(path);
    const most = before?.size === record?.size ? ownBytes : fileBytes;
    const bytes =
      before === null
        ? null
        : readPlain(path, most, "make it smaller, or move it elsewhere: it is written again");
    const after = bytes === null ? null : statPlain(path);
    if (before === null || bytes === null || after === null) return null;
    if (read === reads || isSame(before, after))
      return { stat: after, digest: contentDigest(bytes), bytes, at };
  }
};

/** JSON that parses; a text that ends with a line end, since an append across a page boundary shows in two parts. What is empty may be about to be filled. */
const isWhole = (path: Path, bytes: Buffer): boolean =>
  path.endsWith(".json") ? parses(bytes.toString("utf8")) : bytes.at(-1) === newline;

/** Whether it is being written: young and incomplete. Future times, from a clock that was set back, count as old. */
export const isHalf = (path: Path, bytes: Buffer, mtimeMs: number, now: Time): boolean =>
  Math.abs(Date.parse(now) - mtimeMs) < standMs && !isWhole(path, bytes);

const wholeDrift = (
  path: Path,
  { digest, bytes }: Pick<FileReading, "digest" | "bytes">,
  former: readonly Former[],
): Drift => {
  const text = contentText(bytes);
  return {
    path,
    text: text ?? "",
    digest,
    half: false,
    unreadable: text === null ? "it is no UTF-8 text" : null,
    former,
  };
};

/** How a foreign file is passed to readers of edits. */
export const driftOf = (
  path: Path,
  seen: FileReading | null,
  now: Time,
  former: readonly Former[],
): Drift => {
  if (seen === null)
    return { path, text: null, digest: null, half: false, unreadable: null, former };
  return {
    ...wholeDrift(path, seen, former),
    half: isHalf(path, seen.bytes, seen.stat.mtimeMs, now),
  };
};

/** An empty file has nothing to lose: it is rewritten, unless it may be about to be filled. */
export const isEmptied = (seen: FileReading): boolean => seen.digest === emptyDigest;

type Found = { readonly drift: readonly Drift[]; readonly same: readonly FileRecord[] };
/** The owner of the files, and their location. */
export type Where = {
  readonly run: string;
  readonly folder: string;
  readonly dropIns: readonly DropIn[];
  readonly now: Time;
};

/** Unknown files where drop-ins are expected. */
const added = ({ folder, dropIns }: Where, known: ReadonlyMap<Path, unknown>): readonly Path[] =>
  dropIns.flatMap((dropIn) =>
    namesIn(`${folder}/${dropIn.folder}`)
      .filter((name) => name.endsWith(dropIn.ending) && !name.startsWith("."))
      .map((name) => `${dropIn.folder}/${name}`)
      .filter((path) => !known.has(path) && isPlain(`${folder}/${path}`)),
  );

const compare = (db: DatabaseSync, where: Where): Found => {
  const { run, folder, now } = where;
  const records = recordsOf(db, run);
  const drift: Drift[] = [];
  const same: FileRecord[] = [];
  const other: { path: Path; seen: FileReading | null }[] = [];
  checkSubfolders(folder, records.keys());
  for (const record of records.values()) {
    const path = `${folder}/${record.path}`;
    const stat = statPlain(path);
    const isRecorded = stat !== null && isAsRecorded(record, stat);
    const seen = stat === null || isRecorded ? null : lookAt(path, record);
    if (isRecorded || seen?.digest === record.digest) {
      if (seen !== null)
        same.push(recordFrom(record.path, record.version, record.digest, seen.stat, seen.at));
      const late = lateAt(path);
      if (late !== null && !isHalf(path, late.bytes, late.mtimeMs, now))
        drift.push(wholeDrift(record.path, late, formerOf(db, run, record.path)));
    } else other.push({ path: record.path, seen });
  }
  for (const path of added(where, records)) {
    const seen = lookAt(`${folder}/${path}`);
    if (seen !== null) other.push({ path, seen });
  }
  if (other.length > 0) {
    // Read after the files: a projecting process announces its writes beforehand.
    const intents = intentsOf(db, run);
    for (const { path, seen } of other) {
      if (seen === null || intents.get(path)?.has(seen.digest) !== true)
        drift.push(driftOf(path, seen, now, formerOf(db, run, path)));
    }
  }
  return { drift, same };
};

/** A projection may be in progress: checks the findings again under its lock. Without write access there is no projection. */
const again = async (cache: Projections, where: Where, first: Found): Promise<Found> => {
  try {
    return await cache.alone((db) => compare(db, where));
  } catch (error) {
    if (error instanceof Fault && error.code === "FOLDER_UNWRITABLE") return first;
    throw error;
  }
};

/**
 * The run's files that differ from the last projection, and those added where `dropIns` says; `text` null or "": deleted or emptied.
 * Stats first and reads only changed files. A run that was never projected has no drift.
 */
export const findDrift = async (cache: Projections, where: Where): Promise<readonly Drift[]> => {
  const { run } = where;
  const first = await cache.read((db) => (runOf(db, run) === null ? null : compare(db, where)));
  if (first === null) return [];
  const found = first.drift.length === 0 ? first : await again(cache, where, first);
  if (found.same.length > 0) {
    cache.tryAlone((db) => {
      const current = recordsOf(db, run);
      for (const record of found.same)
        if (current.get(record.path)?.digest === record.digest) putRecord(db, run, record);
    });
  }
  return found.drift;
};
