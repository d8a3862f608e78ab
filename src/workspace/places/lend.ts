// Copies of the run's documents in a place: the agent reads and edits them there, and none of them is work.
import { lstatSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Path } from "../../core/row.ts";
import { onDisk } from "../disk/fault.ts";

/** Ensures that all parents of a file are real folders, creating missing ones; false: a link or file is in the way. */
export const isOpen = (folder: string, path: Path): boolean => {
  const names = dirname(path) === "." ? [] : dirname(path).split("/");
  return names.every((_, at) => {
    const one = join(folder, ...names.slice(0, at + 1));
    const stat = lstatSync(one, { throwIfNoEntry: false });
    if (stat === undefined) mkdirSync(one);
    return stat === undefined || stat.isDirectory();
  });
};

const isFree = (path: string): boolean => {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat === undefined || stat.isFile();
};

const put = (folder: string, path: Path, bytes: Uint8Array | string): boolean =>
  onDisk("write", join(folder, path), () => {
    if (!isOpen(folder, path) || !isFree(join(folder, path))) return false;
    writeFileSync(join(folder, path), bytes);
    return true;
  });

/** A gitignore pattern for exactly this path. */
const ignoring = (path: Path): string => `/${path.replaceAll(/[\\*?[]|\s$/gu, "\\$&")}\n`;

/** Returns those that are there now. `git add` ignores `documents`. */
export const lend = (
  folder: string,
  files: Readonly<Record<Path, Uint8Array>>,
  documents: readonly Path[],
): readonly Path[] => {
  put(folder, ".git/info/exclude", documents.map(ignoring).join(""));
  return Object.entries(files).flatMap(([path, bytes]) => (put(folder, path, bytes) ? [path] : []));
};
