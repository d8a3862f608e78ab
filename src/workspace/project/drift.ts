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

/** Bytes younger than this that aren't whole are somebody's half-written file. */
const standMs = 2_000;
const newline = 0x0a;
/** Written out, since working it out would load the hashes for every `status`. */
const emptyDigest: Digest = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

const parses = (text: string): boolean =>
  parsed(text.startsWith("\u{feff}") ? text.slice(1) : text) !== undefined;

export type Seen = {
  readonly stat: Stats;
  readonly digest: Digest;
  readonly bytes: Buffer;
  readonly at: number;
};

/** How often a file that is written while it is read is read again. */
const reads = 3;

const isSame = (a: Stats, b: Stats): boolean =>
  a.ino === b.ino && a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs;

/**
 * The file's bytes with the stat before reading; null: none, or it went away. Where somebody writes it again and again the last stat:
 * bytes of a moment ago would look old by an earlier one, and what is half-written be taken for broken.
 * Fault FILE_OVERSIZED where it is larger than what is read of others, and not as large as what was written there (`record`).
 */
export const lookAt = (path: string, record?: FileRecord): Seen | null => {
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

/** JSON that parses; a text whose last line has its end, since one append shows as two where it crosses a page. */
const isWhole = (path: Path, bytes: Buffer): boolean =>
  path.endsWith(".json")
    ? parses(bytes.toString("utf8"))
    : bytes.length === 0 || bytes.at(-1) === newline;

/** Somebody is writing it just now: it is young and not whole. Of the future, by a clock that was set back since, is old. */
export const isHalf = (path: Path, bytes: Buffer, mtimeMs: number, now: Time): boolean =>
  Math.abs(Date.parse(now) - mtimeMs) < standMs && !isWhole(path, bytes);

const wholeDrift = (
  path: Path,
  { digest, bytes }: Pick<Seen, "digest" | "bytes">,
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

/** How a file that isn't ours is handed to who reads edits. An emptied JSON file that is still young is half-written too. */
export const driftOf = (
  path: Path,
  seen: Seen | null,
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

/** An empty file holds nothing that could be lost: it is written again, unless somebody seems to be about to fill it. */
export const isEmptied = (seen: Seen): boolean => seen.digest === emptyDigest;

type Found = { readonly drift: readonly Drift[]; readonly same: readonly FileRecord[] };
/** Whose files, and where they stand. */
export type Where = {
  readonly run: string;
  readonly folder: string;
  readonly dropIns: readonly DropIn[];
  readonly now: Time;
};

/** Files that stand where drop-ins are looked for, and of which nothing is known. */
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
  const other: { path: Path; seen: Seen | null }[] = [];
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
    // Read after the files: whoever is projecting just now said beforehand what it would write.
    const intents = intentsOf(db, run);
    for (const { path, seen } of other) {
      if (seen === null || intents.get(path)?.has(seen.digest) !== true)
        drift.push(driftOf(path, seen, now, formerOf(db, run, path)));
    }
  }
  return { drift, same };
};

/** Somebody may be projecting: what was found is looked at again when nobody is. Where nobody may write nobody projects. */
const again = async (cache: Projections, where: Where, first: Found): Promise<Found> => {
  try {
    return await cache.alone((db) => compare(db, where));
  } catch (error) {
    if (error instanceof Fault && error.code === "FOLDER_UNWRITABLE") return first;
    throw error;
  }
};

/**
 * The run's files that aren't as projected last, and those that were added where `dropIns` says; `text` null or "": gone or emptied.
 * Stat first; only what changed is read. Of a run that was never projected nothing is drift.
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
