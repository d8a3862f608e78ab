// Why: a run whose place changes takes its folder along whole, and never puts it over another.
import { existsSync, lstatSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { Fault } from "../../core/refusal.ts";
import { syncFolder } from "../disk/atomic.ts";
import { isWithin } from "../confine.ts";
import { diskFault, errorCode } from "../disk/fault.ts";
import { makeFolder } from "../disk/make-folder.ts";
import type { Projections } from "./projections.ts";
import { putMoved, recordsOf, runOf } from "./records.ts";

const taken = (to: string): Fault =>
  new Fault(
    "FOLDER_TAKEN",
    `${to} is there already, and a run's folder is never put over another`,
    "move that folder elsewhere, then repeat the command",
  );

/** The projected files alone, one by one: a folder can't be renamed into itself. */
const moveFiles = (from: string, to: string, paths: Iterable<string>): void => {
  for (const path of paths) {
    const target = join(to, path);
    if (!existsSync(join(from, path))) continue;
    if (existsSync(target)) throw taken(target);
    makeFolder(dirname(target));
    renameSync(join(from, path), target);
  }
};

/**
 * Renames a run's folder; `at`: the version that asked for the new place; `back`: to where it was last, from where a hand carried it. Done already, asked for before
 * another place was, or nothing there: nothing happens. Files that it doesn't hold are projected later; versions before `at`, which would lie elsewhere, no more.
 * Faults: FOLDER_TAKEN, FOLDER_ELSEWHERE (another file system), PATH_LINKED.
 */
export const moveFolder = async (cache: Projections, run: string, from: string, to: string, at: number, back = false): Promise<void> => {
  await cache.alone((db) => {
    const recorded = runOf(db, run);
    if ((recorded?.moved ?? 0) > at) return;
    if ((recorded?.moved ?? 0) < at) putMoved(db, run, recorded?.folder ?? from, at);
    const isThere = lstatSync(to, { throwIfNoEntry: false }) !== undefined;
    if (recorded?.folder === to && (isThere || !back)) return;
    try {
      const stat = lstatSync(from, { throwIfNoEntry: false });
      if (stat === undefined) return;
      if (!stat.isDirectory()) throw new Fault("PATH_LINKED", `${from} is no plain folder`, "put the run's folder itself in its place");
      if (isWithin(from, to)) moveFiles(from, to, recordsOf(db, run).keys());
      else {
        // Rename itself refuses a folder with content; an empty one it would replace, which loses nothing but is somebody's all the same.
        if (lstatSync(to, { throwIfNoEntry: false }) !== undefined) throw taken(to);
        makeFolder(dirname(to));
        renameSync(from, to);
        syncFolder(dirname(to));
        syncFolder(dirname(from));
      }
    } catch (error) {
      if (["ENOTEMPTY", "EEXIST"].includes(errorCode(error))) throw taken(to);
      if (errorCode(error) === "EXDEV") {
        throw new Fault(
          "FOLDER_ELSEWHERE",
          `${from} can't be renamed to ${to}: that is another file system`,
          "move the folder there by hand, then repeat the command",
          error,
        );
      }
      throw diskFault(error, "move a run's folder to", to);
    }
    putMoved(db, run, to, at);
  });
};
