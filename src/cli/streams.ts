// Standard output without Node's streams for files and pipes: saves a fifth of a short command's time.
import { fstatSync, writeSync } from "node:fs";
import type { Writable } from "node:stream";
import { Fault } from "../core/refusal.ts";

type NodeStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

export type Stream = {
  /** All of it is with the system, or with a stream of Node's, when this returns. */
  readonly write: (text: string) => void;
  /** Columns of the terminal that it is; null: it is none. */
  readonly columns: () => number | null;
};

/** A terminal, or something as odd: only Node's stream knows how to treat it. */
const isOdd = (fd: number): boolean => {
  try {
    const stat = fstatSync(fd);
    return !stat.isFile() && !stat.isFIFO() && !stat.isSocket();
  } catch {
    return true;
  }
};

/** A reader that has gone (`cairn log | head`) is no error of ours; a full disk behind standard output is the operator's. */
const failed = (error: NodeJS.ErrnoException, gone: number): never => {
  if (error.code === "EPIPE") process.exit(gone);
  throw new Fault(
    "OUTPUT_UNWRITABLE",
    `what there is to say can't be written: ${error.message}`,
    "What the ledger acknowledged is safe: make room, and ask again.",
    error,
  );
};

/** Standard output or standard error, by its number and by the getter of Node's stream for it. `gone`: the exit code where its reader has gone. */
export const standard = (fd: number, node: () => NodeStream, gone = (): number => 0): Stream => {
  let odd: boolean | null = null;
  let stream: NodeStream | null = null;
  const isStream = (): boolean => (odd ??= isOdd(fd));
  const opened = (): NodeStream => {
    if (stream !== null) return stream;
    stream = node();
    stream.on("error", (error) => failed(error, gone()));
    return stream;
  };
  const write = (text: string): void => {
    if (stream !== null || isStream()) return void opened().write(text);
    const bytes = Buffer.from(text);
    let from = 0;
    try {
      while (from < bytes.length) from += writeSync(fd, bytes, from);
    } catch {
      // A pipe that is full and doesn't wait, or a real error: Node's stream waits for the one and tells the other. From here on all goes through it, in order.
      opened().write(bytes.subarray(from));
    }
  };
  return {
    write,
    columns: () => (isStream() && opened().isTTY === true ? opened().columns || 80 : null),
  };
};
