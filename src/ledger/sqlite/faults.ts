// Translation of SQLite result codes into Faults that say what to do.
import { closeSync, existsSync, openSync, statfsSync } from "node:fs";
import { dirname } from "node:path";
import { errorText } from "../../core/error-text.ts";
import { filesHint } from "../../core/exhausted.ts";
import { Fault } from "../../core/refusal.ts";

/** Result codes of SQLite, https://www.sqlite.org/rescode.html: the lowest byte is the family. */
const [ERROR, PERM, BUSY, LOCKED, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, TOOBIG, NOTADB] = [
  1, 3, 5, 6, 8, 10, 11, 13, 14, 18, 26,
];
const DAMAGE: readonly number[] = [522, 8202, 8458];

/** SQLite's extended result code; null for other errors. */
export const resultCode = (error: unknown): number | null =>
  error instanceof Error && "errcode" in error && typeof error.errcode === "number"
    ? error.errcode
    : null;

export const isBusy = (error: unknown): boolean => {
  const family = (resultCode(error) ?? 0) & 0xff;
  return family === BUSY || family === LOCKED;
};

const errno = (error: unknown): string | null =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;

/** Some calls report "input/output error" or "unable to open" on a full disk; the file system itself is more precise. */
export const isFull = (path: string): boolean => {
  try {
    const { bavail, bsize, files, ffree } = statfsSync(dirname(path));
    return bavail * bsize < 65_536 || (files > 0 && ffree === 0);
  } catch {
    return false;
  }
};

/** SQLite opens up to four files at once, and reports a lack of descriptors only as "unable to open". */
const isOutOfFiles = (path: string): boolean => {
  const opened: number[] = [];
  try {
    for (let n = 0; n < 4; n += 1) opened.push(openSync(dirname(path), "r"));
    return false;
  } catch (error) {
    return errno(error) === "EMFILE" || errno(error) === "ENFILE";
  } finally {
    for (const file of opened) closeSync(file);
  }
};

export const full = (path: string, cause: unknown): Fault =>
  new Fault(
    "DISK_FULL",
    `There is no room left on the disk of the ledger ${path}: nothing is recorded.`,
    "Make room on that disk and ask again; what was recorded before is safe.",
    cause,
  );

const tooMany = (path: string, cause: unknown): Fault =>
  new Fault(
    "FILES_EXHAUSTED",
    `The ledger ${path} cannot be opened or written: too many files are open.`,
    filesHint,
    cause,
  );

export const unwritable = (path: string, why: string, cause: unknown): Fault =>
  new Fault(
    "LEDGER_UNWRITABLE",
    `The ledger ${path} cannot be written: ${why}.`,
    "Give yourself the right to write that file and its folder, or name another place by --ledger.",
    cause,
  );

const backSoon =
  "If a run is at work on it, ask again in a few seconds: it writes back what was emptied or overwritten.";

export const foreign = (path: string, why: string, cause?: unknown): Fault =>
  new Fault(
    "LEDGER_FOREIGN",
    `${path} is no ledger of Cairn: ${why}. It was left as it is.`,
    `${backSoon} If it was a ledger, put a backup in its place, or move it aside, then \`cairn restore FILE\` brings back what \`cairn export\` wrote. Otherwise name another file by --ledger.`,
    cause,
  );

export const damaged = (path: string, why: string, cause?: unknown): Fault =>
  new Fault(
    "LEDGER_DAMAGED",
    `The ledger ${path} is damaged: ${why}.`,
    `${backSoon} Otherwise copy it and the files -wal and -shm beside it to a safe place, then put a backup in their place; \`cairn verify\` tells what a copy still holds.`,
    cause,
  );

export const busy = (path: string, ms: number): Fault =>
  new Fault(
    "LEDGER_BUSY",
    `Another process kept the ledger ${path} locked for ${Math.round(ms / 1000)} s: this was not recorded.`,
    "Look for a stopped or hanging process that has it open, let it go on or end it, and ask again.",
  );

export const unsure = (path: string, cause: unknown): Fault =>
  new Fault(
    "LEDGER_UNSURE",
    `The disk of the ledger ${path} did not confirm that this was recorded: it may be there or not.`,
    "Look at the disk and its messages, then ask again with the same id: what is there is not recorded twice.",
    cause,
  );

export const moved = (path: string): Fault =>
  new Fault(
    "LEDGER_MOVED",
    `The ledger ${path} was moved, replaced or removed while it was open: nothing more is recorded in it, or read from it.`,
    "Put the file back with its -wal and -shm, and start again.",
  );

/** Translates an error of SQLite or the file system for the operator; returns other errors unchanged, as bugs. */
export const faultOf = (error: unknown, path: string): unknown => {
  if (error instanceof Fault) return error;
  const code = resultCode(error);
  const number = errno(error);
  if (number === "ENOSPC" || number === "EDQUOT") return full(path, error);
  if (number === "EMFILE" || number === "ENFILE") return tooMany(path, error);
  if (number === "ERR_OUT_OF_RANGE")
    return damaged(path, "a number in it is larger than any that was ever written there", error);
  if (code === null)
    return number !== null &&
      /^E(ACCES|PERM|ROFS|NOTDIR|ISDIR|EXIST|LOOP|NAMETOOLONG|IO|NOENT)$/.test(number)
      ? unwritable(path, number, error)
      : error;
  const words = errorText(error);
  const family = code & 0xff;
  if (family === FULL) return full(path, error);
  // All statements are fixed texts, so only a foreign schema makes one invalid.
  if (family === ERROR && !words.includes("transaction")) return damaged(path, words, error);
  if (family === CORRUPT || family === NOTADB || DAMAGE.includes(code))
    return damaged(path, words, error);
  if ((family === IOERR || family === CANTOPEN || family === READONLY) && isFull(path))
    return full(path, error);
  if (family === CANTOPEN && isOutOfFiles(path)) return tooMany(path, error);
  if (family === IOERR || family === CANTOPEN || family === READONLY || family === PERM)
    return unwritable(path, words, error);
  if (family === TOOBIG)
    return new Fault(
      "LEDGER_OVERSIZED",
      "A text of over 1,000,000,000 bytes cannot be recorded.",
      "Keep it as a file and record its digest.",
      error,
    );
  return error;
};

/** The same for an existing ledger: if it is gone now, permissions aren't the cause. */
export const faultOfOpen = (error: unknown, path: string): unknown => {
  const fault = faultOf(error, path);
  return fault instanceof Fault && fault.code === "LEDGER_UNWRITABLE" && !existsSync(path)
    ? moved(path)
    : fault;
};
