// Translation of the operating system's error codes into faults with a remedy.
import { errorText } from "../../core/error-text.ts";
import { filesHint } from "../../core/exhausted.ts";
import { Fault } from "../../core/refusal.ts";

/** The system's error code (`ENOENT` …), "" if none. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

export const isMissing = (error: unknown): boolean =>
  errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR";

/** The file system supports no hard links, or no more of them. */
export const isLinkless = (error: unknown): boolean =>
  ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"].includes(errorCode(error));

const faults: Readonly<Record<string, readonly [code: string, what: string, hint: string]>> = {
  ENOSPC: [
    "DISK_FULL",
    "the disk is full",
    "make room on that disk, then repeat the command: nothing that was recorded is lost",
  ],
  EDQUOT: [
    "DISK_FULL",
    "the disk quota is used up",
    "make room within the quota, then repeat the command: nothing that was recorded is lost",
  ],
  EFBIG: [
    "DISK_FULL",
    "no file may be that large here",
    "raise the limit (`ulimit -f` shows it), then repeat the command",
  ],
  EACCES: [
    "FOLDER_UNWRITABLE",
    "the system gives no permission",
    "give this user the right to read and write there, or choose another place (CAIRN_PLACES for the places of jobs)",
  ],
  EPERM: [
    "FOLDER_UNWRITABLE",
    "the system gives no permission",
    "give this user the right to read and write there, or choose another place",
  ],
  EROFS: [
    "FOLDER_UNWRITABLE",
    "the file system is read-only",
    "mount it writable, or choose a place on another one",
  ],
  ENOTDIR: [
    "FOLDER_OBSTRUCTED",
    "a file stands where a folder must be",
    "move that file elsewhere, or choose another place",
  ],
  EEXIST: [
    "FOLDER_OBSTRUCTED",
    "something else stands there",
    "move it elsewhere, or choose another place",
  ],
  EISDIR: [
    "FOLDER_OBSTRUCTED",
    "a folder stands where a file must be",
    "move that folder elsewhere, or choose another place",
  ],
  ENOTEMPTY: [
    "FOLDER_OBSTRUCTED",
    "a folder with content stands there",
    "move it elsewhere, or choose another place",
  ],
  ELOOP: [
    "PATH_LINKED",
    "a symbolic link stands there",
    "put a plain file or folder in the link's place",
  ],
  ENAMETOOLONG: [
    "NAME_OVERSIZED",
    "the name is too long for the file system",
    "choose a shorter name or a less deep folder",
  ],
  EMFILE: ["FILES_EXHAUSTED", "too many files are open", filesHint],
  ENFILE: ["FILES_EXHAUSTED", "too many files are open on this machine", filesHint],
};

/** A Fault for a system error while `doing` something at `path`; Faults stay unchanged. */
export const diskFault = (error: unknown, doing: string, path: string): Fault => {
  if (error instanceof Fault) return error;
  const known = faults[errorCode(error)];
  const said = errorText(error);
  if (known === undefined)
    return new Fault(
      "DISK_FAILED",
      `${doing} ${path}: ${said}`,
      "see what is wrong with that disk or folder, then repeat the command",
      error,
    );
  const [code, what, hint] = known;
  return new Fault(code, `${doing} ${path}: ${what} (${errorCode(error)})`, hint, error);
};

/** Runs a disk operation; turns its errors into Faults. */
export const onDisk = <T>(doing: string, path: string, act: () => T): T => {
  try {
    return act();
  } catch (error) {
    throw diskFault(error, doing, path);
  }
};
