// Swap of a file: the old one is linked aside and checked afterwards, to save concurrent edits.
import { linkSync, renameSync } from "node:fs";
import type { Digest } from "../../core/row.ts";
import { hiddenSibling, temporaryEnd, writeNew } from "../disk/atomic.ts";
import { contentDigest } from "../disk/content.ts";
import { errorCode, isLinkless, isMissing } from "../disk/fault.ts";
import { ownBytes, readPlain, statPlain, takeAway } from "../disk/plain-file.ts";
import { hold, letGo, openOld } from "./late.ts";

/** Suffix of files linked aside: `.NAME.<chance>.cairn-old`. A kill may leave one; the next projection checks it. */
export const asideEnd = ".cairn-old";

export type Swap = {
  readonly path: string;
  /** Digest of the current content; null: removed. */
  readonly digest: Digest | null;
  readonly ours: (digest: Digest) => boolean;
  /** The previous file, linked aside; null: none, or no hard links on this file system. */
  readonly aside: string | null;
};
/** Stores bytes that two edits in quick succession would lose. */
export type Keep = (path: string, bytes: Uint8Array) => void;
/** The system's hard link, or one that fails as on a file system without. */
export type Link = (existing: string, path: string) => void;

const digestAt = (path: string): Digest | null => {
  const bytes = readPlain(path, ownBytes);
  return bytes === null ? null : contentDigest(bytes);
};

/** This file system supports no hard links. */
const unlinkable = "";
/** Links the file aside; returns the link, null if missing, or `unlinkable`. */
const linkAside = (path: string, link: Link): string | null => {
  const aside = hiddenSibling(path, asideEnd);
  try {
    link(path, aside);
    return aside;
  } catch (error) {
    if (isMissing(error)) return null;
    if (isLinkless(error)) return unlinkable;
    throw error;
  }
};

/** Puts a new file where none exists. false: another process was first. */
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
    takeAway(temporary);
  }
};

/**
 * Puts `text` in place of bytes that are `ours`; null: they weren't, or another process was first: look again. The caller completes the
 * result with `finish`. In-place writes end up in the linked old file; of writers that rename, only one between link and rename, two
 * adjacent system calls, is missed. Without hard links compares the old bytes right before the rename.
 */
export const swapIn = (
  path: string,
  text: string | Uint8Array,
  ours: (digest: Digest) => boolean,
  link: Link = linkSync,
): Swap | null => {
  const stat = statPlain(path);
  const temporary = hiddenSibling(path, temporaryEnd);
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
      if (aside !== unlinkable) takeAway(aside);
      return null;
    }
    renameSync(temporary, path);
    return { path, digest: made, ours, aside: aside === unlinkable ? null : aside };
  } finally {
    takeAway(temporary);
  }
};

/** Removes a file of ours; null: its bytes weren't ours, and it is back in its place. */
export const swapOut = (
  path: string,
  ours: (digest: Digest) => boolean,
  keep: Keep,
): Swap | null => {
  const aside = hiddenSibling(path, asideEnd);
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

/** Restores an edit to its place, whatever is there by now: the newest stays, older ones are stored. */
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
      return takeAway(standing);
    }
    letGo(old);
    if (bytes !== null) keep(path, bytes);
    coming = standing;
    expected = bytes === null ? null : contentDigest(bytes);
  }
};

/** Checks the file linked aside. false: it is an edit, and is back in its place. `last`: the aside isn't needed any more. */
export const finish = (swap: Swap, keep: Keep, last: boolean): boolean => {
  if (swap.aside === null) return true;
  const found = digestAt(swap.aside);
  if (found !== null && !swap.ours(found)) {
    putBack(swap.path, swap.aside, swap.digest, keep);
    return false;
  }
  if (last) takeAway(swap.aside);
  return true;
};
