// Move of a run's folder to its new place, never over another.
import { existsSync, lstatSync, renameSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { Fault } from "../../core/refusal.ts";
import type { Path } from "../../core/row.ts";
import { isWithin } from "../../core/within.ts";
import { syncFolder, temporaryEnd } from "../disk/atomic.ts";
import { diskFault, errorCode } from "../disk/fault.ts";
import { namesIn } from "../disk/look.ts";
import { makeFolder } from "../disk/make-folder.ts";
import type { Projections } from "./projections.ts";
import { isOthers, putMoved, recordsOf, runOf } from "./records.ts";
import { asideEnd } from "./swap.ts";

const taken = (to: string): Fault =>
  new Fault(
    "FOLDER_TAKEN",
    `${to} is there already, and a run's folder is never put over another`,
    "move that folder elsewhere, then repeat the command",
  );

/** What a killed writer of this file left beside it: whoever has the place next would take it for his. */
const leftOf = (path: string): readonly string[] =>
  namesIn(dirname(path)).filter(
    (name) =>
      name.startsWith(`.${basename(path)}.`) &&
      (name.endsWith(asideEnd) || name.endsWith(temporaryEnd)),
  );

/** The run's own files alone, one by one: others have theirs beside them, or a folder can't be renamed into itself. */
const moveFiles = (from: string, to: string, paths: ReadonlySet<Path>): void => {
  for (const path of paths) {
    const [source, target] = [join(from, path), join(to, path)];
    const left = leftOf(source);
    const isThere = existsSync(source);
    if (isThere && existsSync(target)) throw taken(target);
    if (isThere || left.length > 0) makeFolder(dirname(target));
    for (const name of left) renameSync(join(dirname(source), name), join(dirname(target), name));
    if (isThere) renameSync(source, target);
  }
};

/** Of a shared folder its names are known though nothing is remembered; once another run has the place, what lies there is that one's. */
const ownPaths = (
  db: DatabaseSync,
  run: string,
  from: string,
  owns: readonly Path[],
): ReadonlySet<Path> =>
  isOthers(db, run, from) ? new Set() : new Set([...recordsOf(db, run).keys(), ...owns]);

/**
 * Renames a run's folder; `at`: the version that asked for the new place; `back`: to where it was last, from where a hand carried it. Done already, asked for before
 * another place was, or nothing there: nothing happens. Files that it doesn't hold are projected later; versions before `at`, which would lie elsewhere, no more.
 * Faults: FOLDER_TAKEN, FOLDER_ELSEWHERE (another file system), PATH_LINKED.
 */
export const moveFolder = async (
  cache: Projections,
  run: string,
  from: string,
  to: string,
  at: number,
  { back = false, owns }: { readonly back?: boolean; readonly owns?: readonly Path[] } = {},
): Promise<void> => {
  await cache.alone((db) => {
    const recorded = runOf(db, run);
    if ((recorded?.moved ?? 0) > at) return;
    if ((recorded?.moved ?? 0) < at) putMoved(db, run, recorded?.folder ?? from, at);
    const isThere = lstatSync(to, { throwIfNoEntry: false }) !== undefined;
    if (recorded?.folder === to && (isThere || !back)) return;
    try {
      const stat = lstatSync(from, { throwIfNoEntry: false });
      if (stat === undefined) return;
      if (!stat.isDirectory())
        throw new Fault(
          "PATH_LINKED",
          `${from} is no plain folder`,
          "put the run's folder itself in its place",
        );
      if (owns !== undefined || isWithin(from, to))
        moveFiles(from, to, ownPaths(db, run, from, owns ?? []));
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
