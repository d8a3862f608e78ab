// Reader and writer of export files by line, in pieces of 1 MiB: an export may exceed memory.
import { randomBytes } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { systemText } from "../../core/error-text.ts";
import { Fault } from "../../core/refusal.ts";
import type { TextLine } from "../../runtime/system.ts";

/** A longer line can't belong to an export: only its beginning is used. */
const lineLimit = 64 * 1024 * 1024;
const pieceSize = 1024 * 1024;

export const unreadable = (path: string, what: string, error: unknown): Fault =>
  new Fault(
    "FILE_UNREADABLE",
    `${path} can't be ${what}: ${systemText(error)}`,
    "Check the path, its rights and its disk.",
    error,
  );

/** The lines of a plain file. Fault FILE_UNREADABLE. */
export const linesOf = async function* (path: string): AsyncGenerator<TextLine> {
  let handle: number;
  try {
    if (!statSync(path).isFile()) throw new Error("it is no plain file");
    handle = openSync(path, "r");
  } catch (error) {
    throw unreadable(path, "read", error);
  }
  try {
    let number = 1;
    let parts: Buffer[] = [];
    let size = 0;
    const add = (part: Buffer): void => {
      if (size < lineLimit && part.length > 0) parts.push(part.subarray(0, lineLimit - size));
      size += part.length;
    };
    for (;;) {
      const piece = Buffer.allocUnsafe(pieceSize);
      const length = readSync(handle, piece);
      if (length === 0) break;
      let from = 0;
      for (
        let end = piece.indexOf(10, 0);
        end !== -1 && end < length;
        end = piece.indexOf(10, from)
      ) {
        add(piece.subarray(from, end));
        yield { number, bytes: Buffer.concat(parts) };
        [parts, size, number, from] = [[], 0, number + 1, end + 1];
      }
      add(piece.subarray(from, length));
    }
    if (size > 0) yield { number, bytes: Buffer.concat(parts) };
  } finally {
    closeSync(handle);
  }
};

/** A private folder for files, created if missing. */
export const folderFor = (path: string): void => {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw unreadable(path, "made", error);
  }
};

/** Writes a private new file with these lines, whole or not at all; null: the name exists. */
export const writeLines = async (
  path: string,
  lines: AsyncIterable<string>,
): Promise<{ readonly lines: number } | null> => {
  const made = join(
    dirname(path),
    `.${basename(path)}.${randomBytes(6).toString("hex")}.cairn-tmp`,
  );
  let count = 0;
  let handle: number | null = null;
  try {
    if (statSync(path, { throwIfNoEntry: false }) !== undefined) return null;
    handle = openSync(made, "wx", 0o600);
    for await (const line of lines) {
      const bytes = Buffer.from(`${line}\n`);
      for (let at = 0; at < bytes.length;) at += writeSync(handle, bytes, at);
      count += 1;
    }
    fsyncSync(handle);
    linkSync(made, path);
    return { lines: count };
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return null;
    throw error instanceof Fault ? error : unreadable(path, "written", error);
  } finally {
    if (handle !== null) {
      closeSync(handle);
      rmSync(made, { force: true });
    }
  }
};
