// Reader and atomic writer of users' own files: refuses bytes it can't preserve, keeps links and rights.
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { errorText } from "../../core/error-text.ts";
import { Fault, refuse, type Refusal } from "../../core/refusal.ts";

/** null: none. Refuses files that can't be rewritten faithfully: not plain, not UTF-8, a broken link. */
export const readOwn = (path: string): string | null | Refusal => {
  const broken = (why: string): Refusal =>
    refuse("FILE_BROKEN", `${path} ${why}`, { path, fits: "mend it, or move it away" });
  try {
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return null;
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return broken("is a link that leads nowhere");
    if (!stat.isFile()) return broken("is no plain file");
    // A byte order mark is kept.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
  } catch (error) {
    return broken(`can't be read: ${errorText(error)}`);
  }
};

/** All or nothing; keeps links and the mode. `mode`: for a new file. Fault FILE_UNWRITABLE. */
export const replaceOwn = (path: string, text: string, mode: number): void => {
  let made: string | null = null;
  try {
    mkdirSync(dirname(path), { recursive: true });
    const stat = statSync(path, { throwIfNoEntry: false });
    const target = stat === undefined ? path : realpathSync(path);
    made = `${target}.${process.pid}.cairn-tmp`;
    const handle = openSync(made, "wx", stat === undefined ? mode : stat.mode & 0o777);
    try {
      // The umask would remove permissions.
      if (stat !== undefined) fchmodSync(handle, stat.mode & 0o777);
      writeFileSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(made, target);
  } catch (error) {
    if (made !== null) rmSync(made, { force: true });
    throw new Fault(
      "FILE_UNWRITABLE",
      `${path} can't be written`,
      "Check that the folder may be written to and that there is room.",
      error,
    );
  }
};
