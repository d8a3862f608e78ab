// Sub-folders of a run: created, removed, and checked for planted links.
import { lstatSync, mkdirSync, rmdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { Fault } from "../../core/refusal.ts";
import type { Path } from "../../core/row.ts";
import { syncFolder } from "../disk/atomic.ts";
import { errorCode, onDisk } from "../disk/fault.ts";
import { makeFolder } from "../disk/make-folder.ts";

/** The folders between the run's and its files, outer ones first. */
const subfolders = (paths: Iterable<Path>): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const path of paths) {
    const parts = path.split("/").slice(0, -1);
    for (let depth = 1; depth <= parts.length; depth += 1)
      found.add(parts.slice(0, depth).join("/"));
  }
  return found;
};

/** Faults: PATH_LINKED, FOLDER_OBSTRUCTED. The run's own folder may be reached through links of its owner. */
export const checkSubfolders = (folder: string, paths: Iterable<Path>): void => {
  for (const name of subfolders(paths)) {
    const path = join(folder, name);
    const stat = onDisk("look at", path, () => lstatSync(path, { throwIfNoEntry: false }));
    if (stat === undefined || stat.isDirectory()) continue;
    if (stat.isSymbolicLink())
      throw new Fault(
        "PATH_LINKED",
        `${path} is a symbolic link in a folder's place`,
        "put a plain folder in its place, or take the link away",
      );
    throw new Fault(
      "FOLDER_OBSTRUCTED",
      `${path} is a file in a folder's place`,
      "move it elsewhere: files are to be written below it",
    );
  }
};

/** Creates missing folders between the run's folder and the file, durably. */
export const makeSubfolders = (folder: string, path: Path): void => {
  makeFolder(folder);
  for (const name of subfolders([path])) {
    const at = join(folder, name);
    try {
      mkdirSync(at);
    } catch (error) {
      if (errorCode(error) !== "EEXIST") throw error;
      continue;
    }
    syncFolder(dirname(at));
  }
};

/** Creates folders of the run; other entries in their place stay. */
export const makeFolders = (folder: string, names: readonly Path[]): void => {
  for (const name of names) makeSubfolders(folder, `${name}/`);
};

/** Removes the folders of these files that are empty now. */
export const dropSubfolders = (folder: string, paths: Iterable<Path>): void => {
  for (const name of [...subfolders(paths)].sort((a, b) => b.length - a.length)) {
    try {
      rmdirSync(join(folder, name));
    } catch (error) {
      if (!["ENOTEMPTY", "EEXIST", "ENOENT"].includes(errorCode(error))) throw error;
    }
  }
};
