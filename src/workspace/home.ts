// Creation of Cairn's folder and subfolders: private, never committed.
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { Fault } from "../core/refusal.ts";
import { makeFile } from "./disk/atomic.ts";
import { diskFault } from "./disk/fault.ts";
import { isFolder, isLink, namesIn, trimmedText } from "./disk/look.ts";
import { makeFolder } from "./disk/make-folder.ts";

/** Any of them identifies a folder of ours, even if its .gitignore was removed; a kill leaves a ledger that was being made. */
const own =
  /^(?:ledger\.db(?:\.new-.+)?|ledgers|anchors|name|cache|kept|spool|state|\..+\.cairn-tmp)$/u;

export const ignoresItself = (home: string): boolean =>
  trimmedText(join(home, ".gitignore")) === "*";

/** Other programs have folders of that name, too. */
export const isOurs = (home: string): boolean =>
  ignoresItself(home) || namesIn(home).some((name) => own.test(name));

/** Fault HOME_FOREIGN. */
export const checkHome = (home: string): void => {
  // A temporary one has any name.
  const name = basename(home);
  if (
    (name === ".cairn" || name === "cairn") &&
    isFolder(home) &&
    !isOurs(home) &&
    namesIn(home).length > 0
  )
    throw new Fault(
      "HOME_FOREIGN",
      `${home} is another program's: nothing in it is cairn's`,
      "move it: cairn needs a folder of that name",
    );
};

/** Creates it (mode 0700) and its .gitignore with `*` if missing. Faults: HOME_FOREIGN, the disk's. */
export const makeHome = (home: string): void => {
  try {
    checkHome(home);
    if (!isFolder(home)) makeFolder(home, 0o700);
    const ignore = join(home, ".gitignore");
    // Whole or not at all: half a file would look like another program's.
    if (!existsSync(ignore)) makeFile(ignore, "*\n", 0o644);
  } catch (error) {
    throw diskFault(error, "make the folder", home);
  }
};

/** Removes it again, and these folders in it, innermost first, if nothing else was kept there. Errors are the system's. */
export const dropUnused = (home: string, made: readonly string[]): void => {
  for (const empty of made) rmdirSync(empty);
  if (!ignoresItself(home) || namesIn(home).length > 1) return;
  rmSync(join(home, ".gitignore"));
  rmdirSync(home);
};

/** A symbolic link below Cairn's folder: agents may create one there, and cairn would write wherever it leads. null: none. */
export const linkOnWay = (home: string, names: readonly string[]): string | null => {
  let path = home;
  for (const name of names) {
    path = join(path, name);
    if (isLink(path)) return path;
    if (!isFolder(path)) return null;
  }
  return null;
};

/** Creates a folder below it; true: it was missing. Fault PATH_LINKED: it, or a parent, is a link. Other errors are the system's. */
export const makeOwn = (home: string, ...names: readonly string[]): boolean => {
  makeHome(home);
  const link = linkOnWay(home, names);
  if (link !== null)
    throw new Fault(
      "PATH_LINKED",
      `${link} is a symbolic link, and cairn writes to no place that it leads to`,
      "put a plain folder in its place",
    );
  return makeFolder(join(home, ...names), 0o700);
};

/** Whether it already has a name. */
export const isNamed = (home: string): boolean => existsSync(join(home, "name"));

/** Distinguishes checkouts and machines: six random letters, generated on first use. Faults: the disk's. */
export const homeName = (home: string): string => {
  const path = join(home, "name");
  try {
    makeOwn(home);
    makeFile(path, `${randomBytes(3).toString("hex")}\n`);
  } catch (error) {
    throw diskFault(error, "write", path);
  }
  const name = readFileSync(path, "utf8").trim();
  if (/^[0-9a-f]{6}$/.test(name)) return name;
  throw new Fault(
    "HOME_UNNAMED",
    `${path} doesn't hold this checkout's name`,
    "take the file away: it is made anew",
  );
};
