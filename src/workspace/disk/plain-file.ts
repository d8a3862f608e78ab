// Reader of plain files of bounded size: follows no link, waits on no pipe.
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  type Stats,
  unlinkSync,
} from "node:fs";
import { Fault } from "../../core/refusal.ts";
import { diskFault, errorCode, isMissing, onDisk } from "./fault.ts";

/** The largest file that is read whole. */
export const fileBytes = 64 * 1024 * 1024;
/** The largest of our own files that is reread before it is replaced: their formats let them grow. */
export const ownBytes = 384 * 1024 * 1024;

/** Stat of a plain file; null: none. Faults: PATH_LINKED, FOLDER_OBSTRUCTED. */
export const statPlain = (path: string): Stats | null => {
  const stat = onDisk("look at", path, () => lstatSync(path, { throwIfNoEntry: false }));
  if (stat === undefined) return null;
  if (stat.isSymbolicLink())
    throw new Fault(
      "PATH_LINKED",
      `${path} is a symbolic link, and what it leads to is not ours to replace`,
      "put a plain file in its place, or take the link away: the file is written again",
    );
  if (!stat.isFile())
    throw new Fault(
      "FOLDER_OBSTRUCTED",
      `${path} is no plain file`,
      "move it elsewhere: the file of that name is written again",
    );
  return stat;
};

/** Whether it is a plain file: no folder, link or pipe. */
export const isPlain = (path: string): boolean =>
  onDisk("look at", path, () => lstatSync(path, { throwIfNoEntry: false }))?.isFile() ?? false;

/** Removes a file; a missing one is fine. Faults: the disk's. */
export const takeAway = (path: string): void => {
  try {
    unlinkSync(path);
  } catch (error) {
    if (!isMissing(error)) throw diskFault(error, "take away", path);
  }
};

export const oversized = (
  path: string,
  size: number,
  most = fileBytes,
  hint = "make it smaller or name another file",
): Fault => new Fault("FILE_OVERSIZED", `${path} has ${size} bytes, more than ${most}`, hint);

/** The bytes of a regular file; null: none. Faults: FILE_OVERSIZED above `most` bytes, PATH_LINKED and the disk's. */
export const readPlain = (path: string, most = fileBytes, hint?: string): Buffer | null => {
  let handle: number | null = null;
  try {
    handle = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stat = fstatSync(handle);
    if (!stat.isFile()) return null;
    if (stat.size > most) throw oversized(path, stat.size, most, hint);
    return readFileSync(handle);
  } catch (error) {
    if (isMissing(error) || errorCode(error) === "ENXIO") return null;
    throw diskFault(error, "read", path);
  } finally {
    if (handle !== null) closeSync(handle);
  }
};
