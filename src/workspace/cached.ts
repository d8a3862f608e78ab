// Why: what may be lost lies in the cache, a small file each; nothing that is wrong with one stops anybody.
import { join } from "node:path";
import { Fault } from "../core/refusal.ts";
import { replaceFile } from "./disk/atomic.ts";
import { makeFolder } from "./disk/make-folder.ts";
import { readPlain } from "./disk/plain-file.ts";
import { makeHome } from "./home.ts";

/** "": it isn't there, or can't be read. */
export const readCached = (home: string, folder: string, name: string): string => {
  try {
    return readPlain(join(home, "cache", folder, name))?.toString("utf8") ?? "";
  } catch (error) {
    if (error instanceof Fault) return "";
    throw error;
  }
};

export const writeCached = (home: string, folder: string, name: string, text: string): void => {
  makeHome(home);
  makeFolder(join(home, "cache", folder), 0o700);
  replaceFile(join(home, "cache", folder, name), text);
};
