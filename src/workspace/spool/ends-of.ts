// Head and tail of a long output, with a note of the omitted middle.
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { diskFault, isMissing } from "../disk/fault.ts";

const readAt = (handle: number, from: number, length: number): Buffer => {
  const bytes = Buffer.alloc(length);
  let done = 0;
  while (done < length) {
    const got = readSync(handle, bytes, done, length - done, from + done);
    if (got === 0) break;
    done += got;
  }
  return bytes.subarray(0, done);
};

const isContinuation = (byte: number | undefined): boolean =>
  byte !== undefined && (byte & 0xc0) === 0x80;
/** Cuts at the beginning of a character. */
const headOf = (bytes: Buffer): Buffer => {
  let end = bytes.length;
  while (end > 0 && end > bytes.length - 4 && isContinuation(bytes[end - 1])) end -= 1;
  const lead = bytes[end - 1] ?? 0;
  const whole = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return bytes.subarray(0, whole === bytes.length - end + 1 ? bytes.length : Math.max(0, end - 1));
};
const tailOf = (bytes: Buffer): Buffer => {
  let start = 0;
  while (start < 3 && isContinuation(bytes[start])) start += 1;
  return bytes.subarray(start);
};

/** A file's text, at most `bytes` of it: a third from its head, the rest from its tail, with a line between that marks the omission. "" if it isn't a plain file: reading a pipe would block. */
export const endsOf = (path: string, bytes: number): string => {
  let handle: number | null = null;
  try {
    handle = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stat = fstatSync(handle);
    if (!stat.isFile()) return "";
    const { size } = stat;
    if (size <= bytes) return readAt(handle, 0, size).toString("utf8");
    const head = headOf(readAt(handle, 0, Math.floor(bytes / 3)));
    const kept = bytes - Math.floor(bytes / 3);
    const tail = tailOf(readAt(handle, size - kept, kept));
    return `${head.toString("utf8")}\n[${size - head.length - tail.length} bytes left out]\n${tail.toString("utf8")}`;
  } catch (error) {
    if (isMissing(error)) return "";
    throw diskFault(error, "read", path);
  } finally {
    if (handle !== null) closeSync(handle);
  }
};
