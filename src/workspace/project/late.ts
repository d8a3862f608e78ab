// Late appends to a replaced file: old files are held open (64 at most) and read again.
import { closeSync, fstatSync, openSync, readSync, type Stats } from "node:fs";
import type { Digest } from "../../core/row.ts";
import { contentDigest } from "../disk/content.ts";

/** For all runs of this process; the oldest are dropped. */
const mostHeld = 64;

type Held = {
  readonly path: string;
  readonly handle: number;
  readonly size: number;
  readonly mtimeMs: number;
};
export type Late = { readonly digest: Digest; readonly bytes: Buffer; readonly mtimeMs: number };

type Missed = Late & { readonly path: string };

let held: readonly Held[] = [];
let missed: readonly Missed[] = [];

/** The file set aside, before its last check; null: can't be held. JSON is never appended to. */
export const openOld = (path: string, aside: string | null): Held | null => {
  if (aside === null || path.endsWith(".json")) return null;
  try {
    const handle = openSync(aside, "r");
    const { size, mtimeMs } = fstatSync(handle);
    return { path, handle, size, mtimeMs };
  } catch {
    return null;
  }
};

export const letGo = (old: Held | null): void => {
  if (old !== null) closeSync(old.handle);
};

export const hold = (old: Held | null): void => {
  if (old === null) return;
  for (const one of held.slice(0, Math.max(0, held.length + 1 - mostHeld))) letGo(one);
  held = [...held.slice(-(mostHeld - 1)), old];
};

const isGrown = ({ size, mtimeMs }: Held, stat: Stats): boolean =>
  stat.size !== size || stat.mtimeMs !== mtimeMs;
const bytesOf = ({ handle }: Held, size: number): Buffer => {
  const bytes = Buffer.alloc(size);
  return bytes.subarray(0, readSync(handle, bytes, 0, size, 0));
};

/** Bytes displaced by another simultaneous edit. */
export const miss = (path: string, bytes: Uint8Array): void => {
  missed = [
    ...missed.slice(1 - mostHeld),
    { path, bytes: Buffer.from(bytes), digest: contentDigest(bytes), mtimeMs: 0 },
  ];
};

/** A replaced file of this path that was written to afterwards; reported until it was `heard`. */
export const lateAt = (path: string): Late | null => {
  for (const one of held) {
    if (one.path !== path) continue;
    const stat = fstatSync(one.handle);
    if (!isGrown(one, stat)) continue;
    const bytes = bytesOf(one, stat.size);
    return { digest: contentDigest(bytes), bytes, mtimeMs: stat.mtimeMs };
  }
  return missed.find((one) => one.path === path) ?? null;
};

/** Bytes of this digest were handled: later bytes are reported again. */
export const acknowledge = (path: string, digest: Digest): void => {
  missed = missed.filter((one) => one.path !== path || one.digest !== digest);
  held = held.map((one) => {
    if (one.path !== path) return one;
    const { size, mtimeMs } = fstatSync(one.handle);
    if (size === one.size && mtimeMs === one.mtimeMs) return one;
    return contentDigest(bytesOf(one, size)) === digest ? { ...one, size, mtimeMs } : one;
  });
};
