// Folder of the hooks' notes: hooks run outside of sandboxes, so links that agents could create aren't followed.
import { lstatSync, mkdirSync } from "node:fs";
import { join } from "node:path";

/** Returns a folder below `cache/hooks` in Cairn's folder, creating it if missing. Throws if it or a parent isn't a plain folder. */
export const notesFolder = (home: string, ...below: readonly string[]): string => {
  let folder = home;
  mkdirSync(join(home, "cache"), { recursive: true });
  for (const name of ["cache", "hooks", ...below]) {
    folder = join(folder, name);
    if (lstatSync(folder, { throwIfNoEntry: false }) === undefined)
      mkdirSync(folder, { recursive: true });
    if (!lstatSync(folder).isDirectory())
      throw new Error(`${folder} is no plain folder, so nothing is noted in it`);
  }
  return folder;
};
