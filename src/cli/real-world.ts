// Why: the process as the command line sees it: streams, terminal, Ctrl-C.
import { closeSync, openSync, readSync } from "node:fs";
import { Fault } from "../core/refusal.ts";
import { standard } from "./streams.ts";
import { QuestionLeft, type World } from "./world.ts";

/** Larger files and streams than this are no input of ours. */
const inputLimit = 64 * 1024 * 1024;

const oversized = (what: string): Fault => new Fault("INPUT_OVERSIZED", `${what} is longer than 64 MiB`, "Hand in less.");

/** In pieces: of a device or a pipe nobody knows beforehand how much it holds. */
const readFile = (path: string): string => {
  const parts: Buffer[] = [];
  const handle = openSync(path, "r");
  try {
    for (let size = 0; ;) {
      const part = Buffer.allocUnsafe(1024 * 1024);
      const length = readSync(handle, part);
      if (length === 0) return Buffer.concat(parts).toString("utf8");
      size += length;
      if (size > inputLimit) throw oversized(path);
      parts.push(part.subarray(0, length));
    }
  } finally {
    closeSync(handle);
  }
};

const read = async (path: string | null): Promise<string> => {
  if (path !== null) {
    try {
      return readFile(path);
    } catch (error) {
      if (error instanceof Fault) throw error;
      throw new Fault("FILE_UNREADABLE", `${path} can't be read`, "Check the path; relative ones count from the present folder.", error);
    }
  }
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of process.stdin) {
    const bytes = Buffer.isBuffer(part) ? part : Buffer.from(String(part));
    size += bytes.length;
    if (size > inputLimit) throw oversized("standard input");
    parts.push(bytes);
  }
  return Buffer.concat(parts).toString("utf8");
};

const ask = async (question: string): Promise<string> => {
  const { createInterface } = await import("node:readline/promises");
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  const left = new AbortController();
  // Node leaves a question open for ever where the input ends (Ctrl-D), and the process would end in the middle of it.
  reader.once("close", () => left.abort());
  try {
    return await reader.question(question, { signal: left.signal });
  } catch (error) {
    throw error instanceof Error && error.name === "AbortError" ? new QuestionLeft() : error;
  } finally {
    reader.close();
  }
};

let controller: AbortController | null = null;
const interrupted = (): AbortSignal => {
  if (controller !== null) return controller.signal;
  const made = new AbortController();
  controller = made;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => {
      // Whoever presses twice wants out at once; jobs are hosted apart, so nothing is lost by it.
      if (made.signal.aborted) process.exit(130);
      made.abort();
    });
  return made.signal;
};

const here = (): string => {
  try {
    return process.cwd();
  } catch (error) {
    throw new Fault("FOLDER_MISSING", "the present folder is there no more", "Change into one that is there, and ask again.", error);
  }
};

export const realWorld = (): World => {
  const [out, err] = [standard(1, () => process.stdout), standard(2, () => process.stderr)];
  return {
    argv: process.argv.slice(2),
    env: process.env,
    cwd: here(),
    out: out.write,
    err: err.write,
    columns: out.columns,
    // Asked for only where somebody may be asked something: the streams behind it are dear.
    get terminal() {
      return process.stdin.isTTY && process.stderr.isTTY;
    },
    read,
    ask,
    interrupted,
    now: Date.now,
    open: async (options) => (await import("../open.ts")).open(options),
  };
};
