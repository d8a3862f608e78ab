// Late appends: what a slow writer adds to a file that was replaced meanwhile follows to the file's name.
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Digest } from "../../core/row.ts";
import { contentDigest } from "../disk/content.ts";
import { ownBytes } from "../disk/plain-file.ts";

/** Old files held open, for all runs of this process; the oldest are dropped. */
const mostHeld = 64;

/** Stores the bytes of an edit over which a newer one was written. */
export type Keep = (path: string, bytes: Uint8Array) => void;

/** What was read of a file. `size` in bytes. */
export type Content = { readonly digest: Digest; readonly size: number };

type Held = Content & {
  readonly path: string;
  readonly handle: number;
  readonly keep: Keep;
  readonly mtime: number;
};
let held: readonly Held[] = [];

/** Holds the old file of a path open while it still has a name. What differs from the content that was read of it came late. */
export const hold = (path: string, old: string, { digest, size }: Content, keep: Keep): void => {
  let handle: number;
  try {
    handle = openSync(old, "r");
  } catch {
    return;
  }
  held = [...held, { path, handle, keep, size, digest, mtime: fstatSync(handle).mtimeMs }];
  for (const { handle: oldest } of held.slice(0, -mostHeld)) closeSync(oldest);
  held = held.slice(-mostHeld);
};

/** false: the file was replaced at the same time, or is gone. */
export const append = (path: string, bytes: Uint8Array): boolean => {
  let handle: number;
  try {
    handle = openSync(path, constants.O_WRONLY | constants.O_APPEND | constants.O_NOFOLLOW);
  } catch {
    return false;
  }
  try {
    writeFileSync(handle, bytes);
    return lstatSync(path, { throwIfNoEntry: false })?.ino === fstatSync(handle).ino;
  } finally {
    closeSync(handle);
  }
};

/** What one file was given late: an append goes to the file of its name, JSON and what was written over are kept. */
const delivered = (one: Held): Held => {
  const { path, handle, keep, size, digest, mtime } = one;
  const stat = fstatSync(handle);
  if (stat.size === size && stat.mtimeMs === mtime) return one;
  const buffer = Buffer.alloc(Math.min(stat.size, ownBytes));
  const bytes = buffer.subarray(0, readSync(handle, buffer, 0, buffer.length, 0));
  const now = { ...one, size: bytes.length, digest: contentDigest(bytes), mtime: stat.mtimeMs };
  // Whoever writes it anew may just have emptied it.
  if (bytes.length === 0 || now.digest === digest) return { ...now, size, digest };
  const isBehind = contentDigest(bytes.subarray(0, size)) === digest && !path.endsWith(".json");
  if (isBehind) return append(path, bytes.subarray(size)) ? now : one;
  keep(path, bytes);
  return now;
};

/** Hands on what came late to the run's files: from then on an append is a hand edit like any other. */
export const deliverLate = (folder: string): void => {
  const below = join(folder, "/");
  held = held.map((one) => (one.path.startsWith(below) ? delivered(one) : one));
};
