// Swap of a file: the old one is linked aside and checked afterwards, to save concurrent edits.
import { linkSync, renameSync, unlinkSync } from "node:fs";
import type { Digest } from "../../core/row.ts";
import { besides, temporaryEnd, writeNew } from "../disk/atomic.ts";
import { contentDigest } from "../disk/content.ts";
import { errorCode, isLinkless, isMissing } from "../disk/fault.ts";
import { ownBytes, readPlain, statPlain } from "../disk/plain-file.ts";
import { hold, letGo, openOld } from "./late.ts";

/** Marks what was linked aside: `.NAME.<chance>.cairn-old`. A kill may leave it; the next projection looks at it. */
export const asideEnd = ".cairn-old";

export type Swap = {
  readonly path: string;
  /** Digest of what stands there now; null: nothing, it was taken away. */
  readonly digest: Digest | null;
  readonly ours: (digest: Digest) => boolean;
  /** What stood there before, linked aside; null: nothing did, or this file system knows no hard links. */
  readonly aside: string | null;
};
/** Takes bytes that two edits in quick succession leave without a place. */
export type Keep = (path: string, bytes: Uint8Array) => void;
/** The system's hard link, or one that fails as on a file system without. */
export type Link = (existing: string, path: string) => void;

const drop = (path: string): void => {
  try {
    unlinkSync(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
};
const digestAt = (path: string): Digest | null => {
  const bytes = readPlain(path, ownBytes);
  return bytes === null ? null : contentDigest(bytes);
};

/** This file system knows no hard links. */
const unlinkable = "";
/** Links what stands there aside: its place, null where nothing stands, or `unlinkable`. */
const linkAside = (path: string, link: Link): string | null => {
  const aside = besides(path, asideEnd);
  try {
    link(path, aside);
    return aside;
  } catch (error) {
    if (isMissing(error)) return null;
    if (isLinkless(error)) return unlinkable;
    throw error;
  }
};

/** Puts a new file where none is. false: somebody was first. */
const place = (temporary: string, path: string, link: Link): boolean => {
  try {
    link(temporary, path);
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    if (!isLinkless(error)) throw error;
    if (statPlain(path) !== null) return false;
    renameSync(temporary, path);
    return true;
  } finally {
    drop(temporary);
  }
};

/**
 * Puts `text` in place of bytes that are `ours`; null: they were not, or somebody was first: look again. The caller finishes what it got.
 * A writer in place finds his bytes in the linked old file; of one who renames, only what comes between link and rename, two system calls
 * side by side, can't be seen. Without hard links the old bytes are compared right before the rename instead.
 */
export const swapIn = (
  path: string,
  text: string | Uint8Array,
  ours: (digest: Digest) => boolean,
  link: Link = linkSync,
): Swap | null => {
  const stat = statPlain(path);
  const temporary = besides(path, temporaryEnd);
  writeNew(temporary, text, stat === null ? 0o666 : stat.mode & 0o777);
  try {
    const made = contentDigest(text);
    if (stat === null)
      return place(temporary, path, link) ? { path, digest: made, ours, aside: null } : null;
    const aside = linkAside(path, link);
    if (aside === null)
      return place(temporary, path, link) ? { path, digest: made, ours, aside: null } : null;
    const linked = aside === unlinkable ? stat : statPlain(aside);
    const old = digestAt(aside === unlinkable ? path : aside);
    if (old === null || !ours(old) || statPlain(path)?.ino !== linked?.ino) {
      if (aside !== unlinkable) drop(aside);
      return null;
    }
    renameSync(temporary, path);
    return { path, digest: made, ours, aside: aside === unlinkable ? null : aside };
  } finally {
    drop(temporary);
  }
};

/** Takes a file of ours away; null: its bytes were not ours, it is back in its place. */
export const swapOut = (
  path: string,
  ours: (digest: Digest) => boolean,
  keep: Keep,
): Swap | null => {
  const aside = besides(path, asideEnd);
  try {
    renameSync(path, aside);
  } catch (error) {
    if (isMissing(error)) return { path, digest: null, ours, aside: null };
    throw error;
  }
  return finish({ path, digest: null, ours, aside }, keep, false)
    ? { path, digest: null, ours, aside }
    : null;
};

/** Brings an edit back to its place, whatever came there meanwhile: the last one written stays, older ones are kept. */
export const putBack = (
  path: string,
  aside: string,
  believed: Digest | null,
  keep: Keep,
  link: Link = linkSync,
): void => {
  let coming = aside;
  let expected = believed;
  for (let round = 0; round < 10; round += 1) {
    const standing = linkAside(path, link);
    const bytes = readPlain(coming, ownBytes);
    const covered = standing === unlinkable ? readPlain(path, ownBytes) : null;
    if (covered !== null && contentDigest(covered) !== expected) keep(path, covered);
    renameSync(coming, path);
    if (standing === null || standing === unlinkable) return;
    const old = openOld(path, standing);
    const stood = digestAt(standing);
    if (stood === null || stood === expected) {
      hold(old);
      return drop(standing);
    }
    letGo(old);
    if (bytes !== null) keep(path, bytes);
    coming = standing;
    expected = bytes === null ? null : contentDigest(bytes);
  }
};

/** Looks at what was linked aside. false: it is an edit, and stands in its place again. `last`: the aside isn't needed any more. */
export const finish = (swap: Swap, keep: Keep, last: boolean): boolean => {
  if (swap.aside === null) return true;
  const found = digestAt(swap.aside);
  if (found !== null && !swap.ours(found)) {
    putBack(swap.path, swap.aside, swap.digest, keep);
    return false;
  }
  if (last) drop(swap.aside);
  return true;
};
