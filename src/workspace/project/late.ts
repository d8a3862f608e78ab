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

/** Old files held open, for all runs of this process; the oldest are dropped. */
const mostHeld = 64;

type Held = { readonly path: string; readonly handle: number; readonly size: number };
let held: readonly Held[] = [];

/**
 * Holds the old file of a path open while it still has a name. JSON is never appended to.
 * @param size bytes of it that were read: what is behind them came late
 */
export const hold = (path: string, old: string, size: number): void => {
  if (path.endsWith(".json")) return;
  let handle: number;
  try {
    handle = openSync(old, "r");
  } catch {
    return;
  }
  held = [...held, { path, handle, size }];
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

/** Appends to the run's files what came late: from then on it is a hand edit like any other. */
export const deliverLate = (folder: string): void => {
  const below = join(folder, "/");
  held = held.map((one) => {
    if (!one.path.startsWith(below)) return one;
    const { size } = fstatSync(one.handle);
    if (size <= one.size) return one;
    const bytes = Buffer.alloc(size - one.size);
    const read = readSync(one.handle, bytes, 0, bytes.length, one.size);
    return append(one.path, bytes.subarray(0, read)) ? { ...one, size: one.size + read } : one;
  });
};
