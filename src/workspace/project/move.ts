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
import { isOthers, putRun, recordsOf, runOf } from "./records.ts";
import { asideEnd } from "./swap.ts";

const taken = (to: string): Fault =>
  new Fault(
    "FOLDER_TAKEN",
    `${to} is there already, and a run's folder is never put over another`,
    "move that folder elsewhere, then repeat the command",
  );

/** Leftovers of a killed writer, which the next owner of the place would take for its own. */
const leftOf = (path: string): readonly string[] =>
  namesIn(dirname(path)).filter(
    (name) =>
      name.startsWith(`.${basename(path)}.`) &&
      (name.endsWith(asideEnd) || name.endsWith(temporaryEnd)),
  );

/** Moves the run's own files one by one: other files are beside them, or a folder can't be renamed into itself. */
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

/** A shared folder's names are known without a cache; once another run has the place, its files belong to that one. */
const ownPaths = (
  db: DatabaseSync,
  run: string,
  from: string,
  owns: readonly Path[],
): ReadonlySet<Path> =>
  isOthers(db, run, from) ? new Set() : new Set([...recordsOf(db, run).keys(), ...owns]);

/**
 * Renames a run's folder; `at`: the version that requested the new place. Does nothing if done already, outdated by a newer place, or if nothing is there.
 * Missing files are projected later; versions before `at` are no longer projected. Faults: FOLDER_TAKEN, FOLDER_ELSEWHERE (another file system), PATH_LINKED.
 */
export const moveFolder = async (
  cache: Projections,
  run: string,
  from: string,
  to: string,
  at: number,
  owns?: readonly Path[],
): Promise<void> => {
  await cache.alone((db) => {
    const { folder, moved } = runOf(db, run) ?? { folder: from, moved: 0 };
    if (moved > at) return;
    // Who planned to write where it lay looks again.
    if (moved < at) putRun(db, run, { folder, moved: at, turn: "" });
    if (folder === to) return;
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
        // Rename refuses a folder with content but would replace an empty one, which may still be someone's.
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
    putRun(db, run, { folder: to });
  });
};
