// Why: what an agent's program writes is shown while it works, a part at a time, with its credentials taken out as in what is kept.
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { redact, redactAfter, redactBefore } from "../../core/redact.ts";
import type { Output } from "../answers.ts";

/** Of one answer, in bytes. */
const mostPart = 256 * 1024;
/** How far before a part is looked for the beginning of what it is the end of. */
const lookBack = 64 * 1024;

const newline = 0x0a;
const blank = 0x20;
type Reader = { readonly size: number; read(from: number, to: number): Buffer };

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

/** A credential may begin before the part: both are judged together, and what stood before is taken off again. */
const redacted = (before: string, part: string): string => {
  const [all, first] = [redactBefore(redact(before + part)), redactBefore(redact(before))];
  return all.startsWith(first) ? all.slice(first.length) : redactAfter(redactBefore(redact(part)));
};

/** Whole lines from a byte on; the last one without its end only where nothing more will come. */
export const partOf = ({ size, read }: Reader, from: number, over: boolean): Pick<Output, "text" | "next"> => {
  const begin = Math.min(from, size);
  const back = Math.max(0, begin - lookBack);
  const [before, bytes] = [read(back, begin), read(begin, Math.min(size, begin + mostPart))];
  const atEnd = begin + bytes.length >= size;
  const line = bytes.lastIndexOf(newline) + 1;
  // A line longer than a part is cut, rather than shown never: at a blank, which no credential holds.
  const cut = line === 0 && bytes.length === mostPart ? bytes.lastIndexOf(blank) + 1 || bytes.length : line;
  const length = over && atEnd ? bytes.length : cut;
  const text = redacted(before.toString("utf8"), bytes.subarray(0, length).toString("utf8"));
  return { text, next: begin + length };
};

/** A file of the spool; "" where no plain file is there: a pipe that an agent puts in its place would be waited on by the whole server. */
export const spooledPart = (path: string, from: number, over: boolean): Pick<Output, "text" | "next"> => {
  let handle: number;
  try {
    handle = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return { text: "", next: from };
  }
  try {
    const stat = fstatSync(handle);
    if (!stat.isFile()) return { text: "", next: from };
    return partOf({ size: stat.size, read: (begin, end) => readPart(handle, begin, end) }, from, over);
  } finally {
    closeSync(handle);
  }
};
