// The one place where a file of a run is replaced: whole, and never over bytes that nobody has read.
import { appendFileSync, linkSync, lstatSync, renameSync, type Stats, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Digest, Path } from "../../core/row.ts";
import { hiddenSibling, temporaryEnd, writeNew } from "../disk/atomic.ts";
import { contentDigest, emptyDigest } from "../disk/content.ts";
import { errorCode, isLinkless, isMissing } from "../disk/fault.ts";
import { namesIn } from "../disk/look.ts";
import { ownBytes, readPlain, statPlain, takeAway } from "../disk/plain-file.ts";
import { append, type Content, hold, type Keep } from "./late.ts";
import type { FileReading } from "./reading.ts";

/** Suffix of files taken aside: `.NAME.<chance>.cairn-old`. A kill may leave one; the next projection looks at it. */
export const asideEnd = ".cairn-old";

export type Swap = {
  readonly path: string;
  /** The new content; null: removed. */
  readonly made: Content | null;
  /** The file that stood there, and what it held when it was taken aside; null: none. */
  readonly old: (Content & { readonly aside: string }) | null;
};
/** The system's hard link, or one that fails as on a file system without. */
export type Link = (existing: string, path: string) => void;

/** null: missing. */
export const digestAt = (path: string): Digest | null => {
  const bytes = readPlain(path, ownBytes);
  return bytes === null ? null : contentDigest(bytes);
};

/** Gives a file a name that is free. false: it isn't, and both stay. */
const putIn = (from: string, path: string, link: Link): boolean => {
  try {
    link(from, path);
    takeAway(from);
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    if (!isLinkless(error)) throw error;
    if (statPlain(path) !== null) return false;
    renameSync(from, path);
    return true;
  }
};

const isSame = (stat: Stats | undefined, seen: Stats): boolean =>
  stat?.ino === seen.ino && stat.size === seen.size && stat.mtimeMs === seen.mtimeMs;

/** Stores an edit over which a newer one was written. */
const putAway = (path: string, aside: string, keep: Keep): void => {
  const bytes = readPlain(aside, ownBytes);
  if (bytes !== null && bytes.length > 0) keep(path, bytes);
  takeAway(aside);
};

/** Renames a file aside, if it is what was seen; null: it isn't, and stays. */
const takeOut = (path: string, seen: Stats, keep: Keep, link: Link): string | null => {
  if (!isSame(lstatSync(path, { throwIfNoEntry: false }), seen)) return null;
  const aside = hiddenSibling(path, asideEnd);
  try {
    renameSync(path, aside);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  if (isSame(lstatSync(aside), seen)) return aside;
  // Whoever wrote between the look and the rename has his file back at once.
  nameAgain(path, aside, keep, link);
  return null;
};

/** Takes a file away that was taken out; what a slow writer adds to it from now on follows to its name. */
const letGo = (path: string, aside: string, known: Content, keep: Keep): void => {
  hold(path, aside, known, keep);
  takeAway(aside);
};

/** How often a file is given its name, or is joined, while others append. */
const times = 50;

/** Waits for a millisecond: between making a file and writing into it an appender's file is empty. */
const pause = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);

const headOf = (bytes: Buffer): string => bytes.toString("utf8").split("\n", 1)[0] ?? "";

/**
 * Who appends while no file has the name makes one of his words alone: they go behind what stood there. false: there are none.
 * A whole text begins as that did.
 */
const joinAppended = (path: string, aside: string, keep: Keep, link: Link): boolean => {
  const stat = path.endsWith(".json") ? null : statPlain(path);
  const bytes = stat === null ? null : readPlain(path, ownBytes);
  const before = readPlain(aside, ownBytes);
  if (stat === null || bytes === null || before === null) return false;
  if (bytes.length === 0) {
    pause();
    return true;
  }
  if (headOf(bytes) === headOf(before)) return false;
  const out = takeOut(path, stat, keep, link);
  // Somebody was at it just now.
  if (out === null) return true;
  appendFileSync(aside, bytes);
  letGo(path, out, { digest: contentDigest(bytes), size: bytes.length }, keep);
  return true;
};

/** What was taken out gets its name back, with what was appended meanwhile. */
const nameAgain = (path: string, aside: string, keep: Keep, link: Link): void => {
  for (let time = 1; !putIn(aside, path, link); time += 1)
    if (time === times || !joinAppended(path, aside, keep, link)) return putAway(path, aside, keep);
};

/** Puts an edit that was taken aside in the place of bytes that are `ours`. Where a newer edit stands, that stays and this is stored. */
export const giveBack = (
  path: string,
  aside: string,
  ours: (found: Digest) => boolean,
  keep: Keep,
  link: Link = linkSync,
): void => {
  const stat = statPlain(path);
  const stands = digestAt(path);
  const isOurs = stat !== null && stands !== null && ours(stands);
  const out = isOurs ? takeOut(path, stat, keep, link) : null;
  if (out !== null || statPlain(path) === null) nameAgain(path, aside, keep, link);
  else putAway(path, aside, keep);
  if (out !== null && stat !== null && stands !== null)
    letGo(path, out, { digest: stands, size: stat.size }, keep);
};

/** What a file holds that begins with this content, with what stands behind it; null: it begins otherwise, is missing, or is longer and JSON, to which nobody appends. */
const grownFrom = (
  path: string,
  at: string,
  { digest, size }: Content,
): (Content & { readonly late: Buffer }) | null => {
  const bytes = readPlain(at, ownBytes);
  if (bytes === null || contentDigest(bytes.subarray(0, size)) !== digest) return null;
  const late = bytes.subarray(size);
  if (late.length === 0) return { digest, size, late };
  return path.endsWith(".json") ? null : { digest: contentDigest(bytes), size: bytes.length, late };
};

/**
 * Puts `text` in place of what was seen; null: it wasn't there any more, look again. The caller completes the result with `finish`.
 * The old file goes first and the new one takes only a free name: so nothing is written over. For an instant no file has the name.
 * @param seen null: no file
 * @param text null: no file is wanted
 */
export const swap = (
  path: string,
  seen: FileReading | null,
  text: string | Uint8Array | null,
  keep: Keep,
  link: Link = linkSync,
): Swap | null => {
  const temporary = hiddenSibling(path, temporaryEnd);
  if (text !== null) writeNew(temporary, text, seen === null ? 0o666 : seen.stat.mode & 0o777);
  try {
    const aside = seen === null ? null : takeOut(path, seen.stat, keep, link);
    if (seen !== null && aside === null) return null;
    const old =
      seen === null || aside === null
        ? null
        : { aside, digest: seen.digest, size: seen.bytes.length };
    const made =
      text === null ? null : { digest: contentDigest(text), size: Buffer.byteLength(text) };
    if (text === null || putIn(temporary, path, link)) return { path, made, old };
    // A newer file has the name.
    if (old === null) return null;
    for (let time = 1; time < times && joinAppended(path, old.aside, keep, link);) time += 1;
    if (grownFrom(path, old.aside, old)?.late.length === 0) letGo(path, old.aside, old, keep);
    else nameAgain(path, old.aside, keep, link);
    return null;
  } finally {
    takeAway(temporary);
  }
};

/**
 * Looks a last time at the file taken aside: what was only appended to it follows to its name. false: somebody wrote into it, and
 * the file that has the name by now is to be read.
 */
export const finish = ({ path, made, old }: Swap, keep: Keep): boolean => {
  if (old === null || statPlain(old.aside) === null) return true;
  const now = grownFrom(path, old.aside, old);
  const isAppended = now !== null && now.late.length > 0;
  const isOurs = isAppended && made !== null && grownFrom(path, path, made) !== null;
  if (now === null || (isAppended && !(isOurs && append(path, now.late))))
    giveBack(path, old.aside, (found) => found === made?.digest, keep);
  else letGo(path, old.aside, now, keep);
  return now !== null && !isAppended;
};

/** The original name of a hidden one: `.NAME.<12 hex>.END`. */
const nameOf = (hidden: string, end: string): string => hidden.slice(1, -(end.length + 13));

/**
 * Cleanup of half-written and set-aside files after a kill; edits among them go back to their names.
 * Only under the lock: then their creator is dead. `ours`: known digests of a path.
 */
export const sweepLeftovers = (
  folder: string,
  paths: Iterable<Path>,
  ours: (path: Path, digest: Digest) => boolean,
  keep: Keep,
): void => {
  const places = new Set([...paths].map((path) => dirname(path)));
  for (const place of places.add("."))
    for (const hidden of namesIn(join(folder, place))) {
      if (!hidden.startsWith(".")) continue;
      const at = join(folder, place, hidden);
      if (hidden.endsWith(temporaryEnd)) unlinkSync(at);
      if (!hidden.endsWith(asideEnd)) continue;
      const path = join(place, nameOf(hidden, asideEnd));
      const target = join(folder, path);
      const old = digestAt(at);
      const isEdit =
        old !== null && old !== emptyDigest && !ours(path, old) && digestAt(target) !== old;
      if (isEdit) giveBack(target, at, (found) => ours(path, found), keep);
      else unlinkSync(at);
    }
};
