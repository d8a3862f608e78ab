// Recursive folder creation that keeps the system's real error, unlike Node's own.
import { lstatSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode } from "./fault.ts";
import { isFolder } from "./look.ts";

/** How often another process may create and remove the folder in between. */
const tries = 20;

/** Creates a folder and its missing parents. false: it existed. Errors are the system's. */
export const makeFolder = (path: string, mode = 0o777, left = tries): boolean => {
  try {
    mkdirSync(path, { mode });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST" && isFolder(path)) return false;
    if (
      errorCode(error) === "EEXIST" &&
      left > 0 &&
      lstatSync(path, { throwIfNoEntry: false }) === undefined
    )
      return makeFolder(path, mode, left - 1);
    if (errorCode(error) === "EROFS" && isFolder(path)) return false;
    if (errorCode(error) !== "ENOENT" || dirname(path) === path) throw error;
  }
  makeFolder(dirname(path), mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
    return false;
  }
  return true;
};
