// Looks at files and folders on disk: absence is an answer, every other error a fault.
import { lstatSync, readFileSync, readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { diskFault, errorCode, isMissing } from "./fault.ts";

/** undefined: missing, or a symbolic link that leads to itself. */
const statOf = (path: string): Stats | undefined => {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (errorCode(error) === "ELOOP") return undefined;
    throw diskFault(error, "look at", path);
  }
};

export const isFolder = (path: string): boolean => statOf(path)?.isDirectory() ?? false;

export const isPlainFile = (path: string): boolean => statOf(path)?.isFile() ?? false;

/** Whether the path itself is a symbolic link, with or without a trailing slash. */
export const isLink = (path: string): boolean =>
  lstatSync(path.replace(/\/+$/u, ""), { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

/** Names in a folder; empty if there is no folder. */
export const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw diskFault(error, "read the folder", folder);
  }
};

/** A small file's trimmed text; null: no file. */
export const trimmedText = (path: string): string | null => {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    if (isMissing(error) || errorCode(error) === "EISDIR") return null;
    throw diskFault(error, "read", path);
  }
};

/** The path without symbolic links; unchanged if missing. */
export const realOr = (path: string): string => {
  try {
    return realpathSync(path);
  } catch (error) {
    if (isMissing(error)) return path;
    throw diskFault(error, "look at", path);
  }
};
