// Reader of git's index file: its names and a seal of its version, without a process.
import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { Fault } from "../../core/refusal.ts";
import { isMissing } from "../disk/fault.ts";
import { readPlain } from "../disk/plain-file.ts";

/** Length of SHA-1, used in our index and as its checksum. */
const hashBytes = 20;
const headBytes = 12;
/** Bytes of an entry before its name: times, numbers, mode, hash, flags. */
const fixedBytes = 62;
/** The maximum length in an entry's flags; longer names have this value. */
const mostLength = 0xfff;
/** Larger ones aren't read here: git lists them in parallel with other work. */
const mostBytes = 8 * 1024 * 1024;

/** Identifies an index by its end and size. "": none. null: unknown, since settings may omit the checksum. */
export const sealOf = (path: string): string | null => {
  let file: number | null = null;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stat = fstatSync(file);
    const sum = Buffer.alloc(hashBytes);
    if (!stat.isFile() || stat.size < headBytes + hashBytes) return null;
    if (
      readSync(file, sum, 0, hashBytes, stat.size - hashBytes) < hashBytes ||
      sum.every((byte) => byte === 0)
    )
      return null;
    return `${sum.toString("hex")} ${stat.size}`;
  } catch (error) {
    // Git reports an unreadable one when it is asked.
    return isMissing(error) ? "" : null;
  } finally {
    if (file !== null) closeSync(file);
  }
};

const bytesOf = (path: string): Buffer | null => {
  try {
    return readPlain(path, mostBytes);
  } catch (error) {
    if (error instanceof Fault) return null;
    throw error;
  }
};

/**
 * Names (latin1) in the index of that seal. null: another one is there, or an unsupported kind:
 * compressed names, split, sparse, SHA-256, larger than 8 MiB.
 */
export const namesIn = (path: string, seal: string): ReadonlySet<string> | null => {
  if (seal === "") return sealOf(path) === "" ? new Set() : null;
  const bytes = bytesOf(path);
  if (bytes === null || bytes.length < headBytes + hashBytes) return null;
  const end = bytes.length - hashBytes;
  const sum = bytes.toString("hex", end);
  if (
    seal !== `${sum} ${bytes.length}` ||
    createHash("sha1").update(bytes.subarray(0, end)).digest("hex") !== sum
  )
    return null;
  const version = bytes.readUInt32BE(4);
  if (version !== 2 && version !== 3) return null;
  const names = new Set<string>();
  let at = headBytes;
  for (let left = bytes.readUInt32BE(8); left > 0; left -= 1) {
    if (at + fixedBytes + 2 > end) return null;
    const flags = bytes.readUInt16BE(at + fixedBytes - 2);
    const begins = at + fixedBytes + ((flags & 0x4000) === 0 ? 0 : 2);
    const ends = bytes.indexOf(0, begins);
    // Git uses the stored length where possible; a name that ends elsewhere wasn't written by git.
    if (ends === -1 || Math.min(ends - begins, mostLength) !== (flags & mostLength)) return null;
    names.add(bytes.toString("latin1", begins, ends));
    // Entries are padded with one to eight zeros.
    at += (Math.floor((ends - at) / 8) + 1) * 8;
  }
  for (; at + 8 <= end; at += 8 + bytes.readUInt32BE(at + 4))
    if (["link", "sdir"].includes(bytes.toString("latin1", at, at + 4))) return null;
  return names;
};
