// One look at a file of a run: its bytes with the stat that belongs to them, and whether they are whole.
import type { Stats } from "node:fs";
import { parsed } from "../../core/json/parsed.ts";
import type { Digest, Path, Time } from "../../core/row.ts";
import { contentDigest } from "../disk/content.ts";
import { fileBytes, ownBytes, readPlain, statPlain } from "../disk/plain-file.ts";

export type FileReading = {
  readonly stat: Stats;
  readonly digest: Digest;
  readonly bytes: Buffer;
  /** When it was read, in ms by the system's clock. */
  readonly at: number;
};

/** How often to reread a file that changes while it is read. */
const reads = 3;

const isSame = (a: Stats, b: Stats): boolean =>
  a.ino === b.ino && a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs;

/**
 * null: missing. For a file that is rewritten repeatedly the last stat: an earlier one would make recent bytes look old, and
 * half-written ones broken. Fault FILE_OVERSIZED: larger than the limit for foreign files and than our own last content.
 * @param own size of our own last content
 */
export const lookAt = (path: string, own?: number): FileReading | null => {
  for (let read = 1; ; read += 1) {
    const at = Date.now();
    const before = statPlain(path);
    const most = before?.size === own ? ownBytes : fileBytes;
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

/** In ms: younger incomplete bytes count as a file being written. */
const standMs = 2_000;
/** In ms: a shell empties a file before the program begins that fills it, and a writer may pause within a JSON text. */
const openMs = 60_000;
const newline = 0x0a;

const parses = (text: string): boolean =>
  parsed(text.startsWith("\u{feff}") ? text.slice(1) : text) !== undefined;

/** Whether a JSON text ends before what it began: within quotes, or with a bracket open. */
const isOpen = (text: string): boolean => {
  const bare = text.replaceAll(/"(?:[^"\\]|\\.)*"/gsu, "");
  const count = (bracket: RegExp): number => bare.match(bracket)?.length ?? 0;
  return bare.includes('"') || count(/[[{]/gu) > count(/[\]}]/gu);
};

/** How long it may be left alone, in ms: a text that ends with a line end is whole, since an append across a page boundary shows in two parts. */
const restOf = (path: Path, bytes: Buffer): number => {
  if (bytes.length === 0) return openMs;
  if (!path.endsWith(".json")) return bytes.at(-1) === newline ? 0 : standMs;
  const text = bytes.toString("utf8");
  if (parses(text)) return 0;
  return isOpen(text) ? openMs : standMs;
};

/** Whether it is being written: young and incomplete. Future times, from a clock that was set back, count as old. */
export const isHalf = (path: Path, { bytes, stat }: FileReading, now: Time): boolean =>
  Math.abs(Date.parse(now) - stat.mtimeMs) < restOf(path, bytes);
