// Why: the .cairn folder is private to its owner and never committed, whoever of us makes it first.
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Fault } from "../core/refusal.ts";
import { diskFault, errorCode } from "./disk/fault.ts";
import { isFolder, isLink, trimmedText } from "./disk/look.ts";
import { makeFolder } from "./disk/make-folder.ts";

/** Any of them stands in a `.cairn` of ours, even where somebody took its .gitignore away. */
const own = /^(?:ledger\.db|ledgers|anchors|name|cache|kept|spool|state)$/u;

/** Something is in it, and nothing of ours: other programs have folders of that name, too. */
const isForeign = (home: string): boolean => {
  // A scratch one has any name.
  if (basename(home) !== ".cairn" || !isFolder(home) || trimmedText(join(home, ".gitignore")) === "*") return false;
  const names = readdirSync(home);
  return names[0] !== undefined && !names.some((name) => own.test(name));
};

/** Makes `.cairn` (mode 0700) and its .gitignore holding `*` where they aren't yet. Fault HOME_FOREIGN: it is another program's. */
export const makeHome = (home: string): void => {
  try {
    if (isForeign(home))
      throw new Fault(
        "HOME_FOREIGN",
        `${home} is another program's: nothing in it is cairn's`,
        "move it elsewhere: cairn needs a folder of that name",
      );
    makeFolder(home, 0o700);
    const ignore = join(home, ".gitignore");
    if (!existsSync(ignore)) writeFileSync(ignore, "*\n", { flag: "wx" });
  } catch (error) {
    if (errorCode(error) === "EEXIST" && existsSync(join(home, ".gitignore"))) return;
    throw diskFault(error, "make the folder", home);
  }
};

/** A link on the way below `.cairn`: agents may write there, and through it cairn would write wherever it leads. null: none is there. */
export const linkOnWay = (home: string, names: readonly string[]): string | null => {
  let path = home;
  for (const name of names) {
    path = join(path, name);
    if (isLink(path)) return path;
    if (!isFolder(path)) return null;
  }
  return null;
};

/** Makes a folder below `.cairn`; true: it wasn't there. Fault PATH_LINKED: it, or one above it, is a link. Other errors are the system's. */
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

/** Whether it was drawn already. */
export const isNamed = (home: string): boolean => existsSync(join(home, "name"));

/** What tells this `.cairn` from those of other checkouts and machines: six letters, drawn when they are first asked for. Faults: the disk's. */
export const homeName = (home: string): string => {
  const path = join(home, "name");
  try {
    makeOwn(home);
    writeFileSync(path, `${randomBytes(3).toString("hex")}\n`, { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw diskFault(error, "write", path);
  }
  const name = readFileSync(path, "utf8").trim();
  if (/^[0-9a-f]{6}$/.test(name)) return name;
  throw new Fault("HOME_UNNAMED", `${path} doesn't hold this checkout's name`, "take the file away: it is made anew");
};
