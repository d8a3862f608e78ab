// Why: the .cairn folder is private to its owner and never committed, whoever of us makes it first.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { diskFault, errorCode } from "./disk/fault.ts";
import { makeFolder } from "./disk/make-folder.ts";

/** Makes `.cairn` (mode 0700) and its .gitignore holding `*` where they aren't yet. */
export const makeHome = (home: string): void => {
  try {
    makeFolder(home, 0o700);
    const ignore = join(home, ".gitignore");
    if (!existsSync(ignore)) writeFileSync(ignore, "*\n", { flag: "wx" });
  } catch (error) {
    if (errorCode(error) === "EEXIST" && existsSync(join(home, ".gitignore"))) return;
    throw diskFault(error, "make the folder", home);
  }
};
