// Standard output without Node's streams for files and pipes: saves a fifth of a short command's time.
import { fstatSync, writeSync } from "node:fs";
import type { Writable } from "node:stream";
import { Fault } from "../../core/refusal.ts";

type NodeStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

export type Stream = {
  /** On return everything is passed to the system, or to a stream of Node's. */
  readonly write: (text: string) => void;
  /** The terminal's columns; null: no terminal. */
  readonly columns: () => number | null;
};

/** A terminal or similar: only Node's stream handles it correctly. */
const isOdd = (fd: number): boolean => {
  try {
    const stat = fstatSync(fd);
    return !stat.isFile() && !stat.isFIFO() && !stat.isSocket();
  } catch {
    return true;
  }
};

/** A lost reader (`cairn log | head`) is no error of ours; a full disk behind standard output is the operator's. */
const failed = (error: NodeJS.ErrnoException, gone: number): never => {
  if (error.code === "EPIPE") process.exit(gone);
  throw new Fault(
    "OUTPUT_UNWRITABLE",
    `what there is to say can't be written: ${error.message}`,
    "What the ledger acknowledged is safe: make room, and ask again.",
    error,
  );
};

/** Standard output or standard error, by number and the getter of Node's stream for it. `gone`: the exit code for a lost reader. */
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
      // A full non-blocking pipe, or a real error: Node's stream waits for the former and reports the latter. From here on all output goes through it, in order.
      opened().write(bytes.subarray(from));
    }
  };
  return {
    write,
    columns: () => (isStream() && opened().isTTY === true ? opened().columns || 80 : null),
  };
};
