// Reader of an agent's output in parts, live, with credentials removed.
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { redact, redactAfter, redactBefore } from "../../core/secrets/redact.ts";

/** Bytes of one read. */
export const partBytes = 256 * 1024;
/** How far before a part to look for the beginning of a credential. */
const lookBack = 64 * 1024;

const newline = 0x0a;
const blank = 0x20;
export type Reader = { readonly size: number; read(from: number, to: number): Buffer };

/** `next`: the byte where the next read continues. */
export type Part = { readonly text: string; readonly next: number };

const readPart = (handle: number, from: number, to: number): Buffer => {
  const bytes = Buffer.alloc(Math.max(0, to - from));
  let done = 0;
  while (done < bytes.length) {
    const got = readSync(handle, bytes, done, bytes.length - done, from + done);
    if (got === 0) break;
    done += got;
  }
  return bytes.subarray(0, done);
};

/** A credential may begin before the part: redacts both together and removes the prefix again. */
const redacted = (before: string, part: string): string => {
  const [all, first] = [redactBefore(redact(before + part)), redactBefore(redact(before))];
  return all.startsWith(first) ? all.slice(first.length) : redactAfter(redactBefore(redact(part)));
};

/** Whole lines from a byte on; an incomplete last line only at the end of the stream. */
export const linesFrom = (
  { size, read }: Reader,
  from: number,
  over: boolean,
): { readonly begin: number; readonly bytes: Buffer } => {
  const begin = Math.min(from, size);
  const bytes = read(begin, Math.min(size, begin + partBytes));
  const atEnd = begin + bytes.length >= size;
  const line = bytes.lastIndexOf(newline) + 1;
  // A line longer than a part is cut at a blank, which no credential contains.
  const cut =
    line === 0 && bytes.length === partBytes ? bytes.lastIndexOf(blank) + 1 || bytes.length : line;
  return { begin, bytes: bytes.subarray(0, over && atEnd ? bytes.length : cut) };
};

export const partOf = (reader: Reader, from: number, over: boolean): Part => {
  const { begin, bytes } = linesFrom(reader, from, over);
  const before = reader.read(Math.max(0, begin - lookBack), begin);
  return {
    text: redacted(before.toString("utf8"), bytes.toString("utf8")),
    next: begin + bytes.length,
  };
};

export const readerOf = (bytes: Uint8Array): Reader => ({
  size: bytes.byteLength,
  read: (begin, end) => Buffer.from(bytes.subarray(begin, end)),
});

/** Applies `look` to a plain file; null: none. Reading a pipe that an agent put there would block the whole process. */
export const inFile = <T>(path: string, look: (reader: Reader) => T): T | null => {
  let handle: number;
  try {
    handle = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return null;
  }
  try {
    const stat = fstatSync(handle);
    return stat.isFile()
      ? look({ size: stat.size, read: (begin, end) => readPart(handle, begin, end) })
      : null;
  } finally {
    closeSync(handle);
  }
};
