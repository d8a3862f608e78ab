// Check whether this user may read or write something, if trying would be too late.
import { accessSync, constants } from "node:fs";

export const mayUse = (path: string, how: "read" | "write"): boolean => {
  try {
    accessSync(path, how === "read" ? constants.R_OK : constants.W_OK);
    return true;
  } catch {
    return false;
  }
};
