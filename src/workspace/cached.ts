// Reader and writer of small cache files: failures are ignored, links are not followed.
import { join } from "node:path";
import { Fault } from "../core/refusal.ts";
import { replaceFile } from "./disk/atomic.ts";
import { errorCode } from "./disk/fault.ts";
import { readPlain } from "./disk/plain-file.ts";
import { linkOnWay, makeOwn } from "./home.ts";

/** "": missing or unreadable. */
export const readCached = (home: string, folder: string, name: string): string => {
  try {
    if (linkOnWay(home, ["cache", folder]) !== null) return "";
    return readPlain(join(home, "cache", folder, name))?.toString("utf8") ?? "";
  } catch (error) {
    if (error instanceof Fault) return "";
    throw error;
  }
};

/** Write errors lose the entry. */
export const writeCached = (home: string, folder: string, name: string, text: string): void => {
  try {
    makeOwn(home, "cache", folder);
    replaceFile(join(home, "cache", folder, name), text);
  } catch (error) {
    if (!(error instanceof Fault) && errorCode(error) === "") throw error;
  }
};
