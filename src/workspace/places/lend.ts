// Copies of the run's documents in a place: the agent reads and edits them there, and none of them is work.
import { lstatSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Path } from "../../core/row.ts";
import { onDisk } from "../disk/fault.ts";

/** All folders down to a file are folders, made where they are missing; false: a link or a file is in the way. */
const isOpen = (folder: string, path: Path): boolean => {
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

/** A pattern of git's that means this very path. */
const ignoring = (path: Path): string => `/${path.replaceAll(/[\\*?[]|\s$/gu, "\\$&")}\n`;

/** Which of them are there now. An agent that adds all that is new leaves `documents` out. */
export const lend = (
  folder: string,
  files: Readonly<Record<Path, Uint8Array>>,
  documents: readonly Path[],
): readonly Path[] => {
  put(folder, ".git/info/exclude", documents.map(ignoring).join(""));
  return Object.entries(files).flatMap(([path, bytes]) => (put(folder, path, bytes) ? [path] : []));
};
