// Moves Cairn's own folder from the working tree, where older versions had it, into the git directory, and leaves a file that says so.
import { existsSync, lstatSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { makeFile, replaceFile, syncFolder } from "./disk/atomic.ts";
import { makeFolder } from "./disk/make-folder.ts";
import type { GitFolders } from "./locate.ts";

/** Stays in the moved folder until a file is left at the old place: a kill may come between. */
const due = "moved";
const name = ".cairn";

/** The old and the proper location of Cairn's folder in a repository. */
export type Move = {
  readonly home: string;
  readonly belongs: string;
  readonly base: string;
  readonly git: GitFolders;
};

const markText = ({ base, belongs }: Move): string =>
  `Cairn's record of this repository is in ${relative(base, belongs)} since it was moved out of the working tree.\n` +
  "Versions of cairn that look for it here can't read it: use a newer one. This file may be removed once there are none.\n";

/** Keeps the working tree clean for git. */
const ignore = ({ base, git: { common } }: Move): void => {
  if (base === common) return;
  const path = join(common, "info", "exclude");
  const text = existsSync(path) ? readFileSync(path, "latin1") : "";
  if (text.split(/\r?\n/u).some((line) => line === name || line === `/${name}`)) return;
  makeFolder(join(common, "info"));
  // Patterns are bytes.
  replaceFile(
    path,
    Buffer.from(`${text === "" || text.endsWith("\n") ? text : `${text}\n`}/${name}\n`, "latin1"),
    0o644,
  );
};

const leaveMark = (move: Move): void => {
  const { base, belongs } = move;
  // An existing entry belongs to the user.
  if (lstatSync(join(base, name), { throwIfNoEntry: false }) === undefined)
    makeFile(join(base, name), markText(move), 0o644);
  rmSync(join(belongs, due), { force: true });
};

/** Completes a move that a kill interrupted. */
export const finishMove = (move: Move): void => {
  if (!existsSync(join(move.belongs, due))) return;
  ignore(move);
  leaveMark(move);
};

/** No other process may use the folder meanwhile. Errors are the system's. */
export const moveHome = (move: Move): void => {
  const { home, belongs, base, git } = move;
  ignore(move);
  replaceFile(join(home, due), "");
  renameSync(home, belongs);
  leaveMark(move);
  for (const folder of [base, git.common]) syncFolder(folder);
};
