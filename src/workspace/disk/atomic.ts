// Atomic file writes: temporary file, sync, rename; readers find the old or the new file, whole.
import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { diskFault, errorCode, isLinkless } from "./fault.ts";
import { statPlain } from "./plain-file.ts";

/** Suffix of temporary files that a killed process may leave: `.NAME.<chance>.cairn-tmp`. */
export const temporaryEnd = ".cairn-tmp";

/** The file name, truncated so that a number and a suffix still fit. */
export const shortName = (path: string): string =>
  Buffer.from(basename(path)).subarray(0, 180).toString().replaceAll("\u{fffd}", "_");

/** A hidden unique name beside `path`. */
export const hiddenSibling = (path: string, end: string): string =>
  join(dirname(path), `.${shortName(path)}.${randomBytes(6).toString("hex")}${end}`);

/** Makes names in a folder durable. If the file system can't, renames are as durable as it makes them. */
export const syncFolder = (folder: string): void => {
  let handle: number | null = null;
  try {
    handle = openSync(folder, constants.O_RDONLY);
    fsyncSync(handle);
  } catch (error) {
    if (!["EINVAL", "EPERM", "EACCES", "EISDIR", "ENOTSUP"].includes(errorCode(error))) throw error;
  } finally {
    if (handle !== null) closeSync(handle);
  }
};

/** Writes a new file whole and durable; removes it on failure. */
export const writeNew = (path: string, bytes: string | Uint8Array, mode: number): void => {
  const handle = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, mode);
  try {
    writeFileSync(handle, bytes);
    if ((mode & 0o777) !== 0o666) fchmodSync(handle, mode & 0o777);
    fsyncSync(handle);
  } catch (error) {
    unlinkSync(path);
    throw error;
  } finally {
    closeSync(handle);
  }
};

/** Replaces or creates a file: all or nothing, durable when it returns; keeps an existing file's mode, never follows a link. */
export const replaceFile = (path: string, bytes: string | Uint8Array, mode = 0o600): void => {
  try {
    const stat = statPlain(path);
    const kept = stat === null ? mode : stat.mode & 0o777;
    const temporary = hiddenSibling(path, temporaryEnd);
    writeNew(temporary, bytes, kept);
    try {
      renameSync(temporary, path);
    } catch (error) {
      unlinkSync(temporary);
      throw error;
    }
    syncFolder(dirname(path));
  } catch (error) {
    throw diskFault(error, "write", path);
  }
};

/** Creates a file whole and durable; false: one exists, untouched. One of several creators wins. */
export const makeFile = (path: string, bytes: string | Uint8Array, mode = 0o600): boolean => {
  try {
    const temporary = hiddenSibling(path, temporaryEnd);
    writeNew(temporary, bytes, mode);
    try {
      linkSync(temporary, path);
    } catch (error) {
      if (errorCode(error) === "EEXIST") return false;
      if (!isLinkless(error)) throw error;
      // Without hard links the name itself is created exclusively; a kill at this point leaves a truncated file.
      return makeInPlace(path, bytes, mode);
    } finally {
      unlinkSync(temporary);
    }
    syncFolder(dirname(path));
    return true;
  } catch (error) {
    throw diskFault(error, "write", path);
  }
};

const makeInPlace = (path: string, bytes: string | Uint8Array, mode: number): boolean => {
  try {
    writeNew(path, bytes, mode);
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
  syncFolder(dirname(path));
  return true;
};
