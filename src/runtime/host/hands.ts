// System effects of a host besides its ports (programs, output files, timers), replaceable in a simulation.
import { closeSync, constants, openSync, writeSync } from "node:fs";
import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { type Later, realLater } from "../later.ts";
import { runProgram } from "./child.ts";

export type EmptyTree = { readonly root: string; readonly folder: string; remove(): Promise<void> };

export type Hands = {
  readonly run: typeof runProgram;
  /** A fresh output file in a spool folder. */
  output(folder: string, name: "out" | "err"): { write(chunk: Uint8Array): void; close(): void };
  /** The absolute folder to run a program in, symbolic links resolved; null: missing, or outside the root. */
  folder(root: string, cwd: string): Promise<string | null>;
  /** A tree with only the folder `cwd`; null: can't be created. */
  emptyTree(cwd: string): Promise<EmptyTree | null>;
  /** Monotonic milliseconds. */
  elapsed(): number;
  readonly later: Later;
};

const folderOf = async (root: string, cwd: string): Promise<string | null> => {
  try {
    const [top, folder] = await Promise.all([realpath(root), realpath(join(root, cwd))]);
    return folder === top || folder.startsWith(top.endsWith(sep) ? top : top + sep) ? folder : null;
  } catch {
    return null;
  }
};

const emptyTreeFor = async (cwd: string): Promise<EmptyTree | null> => {
  try {
    const made = await realpath(await mkdtemp(join(tmpdir(), "cairn-empty-")));
    // Deep enough that a check's changes outside its tree (`rm -rf ../built`) stay in here.
    const root = join(made, "a/b/c/d/e/f/g/tree");
    const folder = join(root, cwd);
    await mkdir(folder, { recursive: true });
    return {
      root,
      folder,
      remove: () => rm(made, { recursive: true, force: true }).catch(() => undefined),
    };
  } catch {
    return null;
  }
};

export const realHands: Hands = {
  run: runProgram,
  output(folder, name) {
    const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW } = constants;
    const file = openSync(join(folder, name), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o600);
    return { write: (chunk) => void writeSync(file, chunk), close: () => closeSync(file) };
  },
  folder: folderOf,
  emptyTree: emptyTreeFor,
  elapsed: () => performance.now(),
  later: realLater,
};
