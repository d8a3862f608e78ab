// The real process as a World: streams, terminal, prompts, Ctrl-C.
import { closeSync, openSync, readSync } from "node:fs";
import { Fault } from "../core/refusal.ts";
import { interruptions } from "./terminal/interruptions.ts";
import { standard } from "./terminal/streams.ts";
import type { World } from "./world.ts";

/** Maximum size of input files and streams. */
const inputLimit = 64 * 1024 * 1024;

const oversized = (what: string): Fault =>
  new Fault("INPUT_OVERSIZED", `${what} is longer than 64 MiB`, "Hand in less.");

/** In chunks: the size of a device or pipe is unknown beforehand. */
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
      throw new Fault(
        "FILE_UNREADABLE",
        `${path} can't be read`,
        "Check the path; relative ones count from the present folder.",
        error,
      );
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

const later = (ms: number, then: () => void): (() => void) => {
  const timer = setTimeout(then, ms);
  return () => clearTimeout(timer);
};

const here = (): string => {
  try {
    return process.cwd();
  } catch (error) {
    throw new Fault(
      "FOLDER_MISSING",
      "the present folder is there no more",
      "Change into one that is there, and ask again.",
      error,
    );
  }
};

export const realWorld = (): World => {
  const signals = interruptions({
    process,
    now: Date.now,
    later,
    atLatest: (ms, then) => void setTimeout(then, ms).unref(),
    terminal: () => process.stdin.isTTY && process.stderr.isTTY,
  });
  let ends: AbortSignal | undefined;
  // With a lost reader `cairn run | head` proves nothing; a verb that only prints has succeeded.
  let exit: number = process.argv[2] === "run" ? 130 : 0;
  const gone = (): number => exit;
  const [out, err] = [
    standard(1, () => process.stdout, gone),
    standard(2, () => process.stderr, gone),
  ];
  return {
    argv: process.argv.slice(2),
    env: process.env,
    cwd: here(),
    out: out.write,
    err: err.write,
    columns: out.columns,
    // Loaded only for prompts: its streams are expensive. A dumb terminal can't redraw.
    get terminal() {
      return process.stdin.isTTY && process.stderr.isTTY && process.env["TERM"] !== "dumb";
    },
    read,
    prompts: async () => (await import("./terminal/prompts.ts")).promptsUntil(ends),
    keyboard: async () => (await import("./terminal/keyboard.ts")).keyboardOf(process.stdin),
    interrupted: () => (ends = signals.interrupted()),
    twice: signals.twice,
    now: Date.now,
    answered: (code) => void (exit = code),
    open: async (options) => (await import("../open.ts")).open(options),
  };
};
