// Repair of tracked files' folders after agents: access for the owner, and removal of planted repositories.
import { chmodSync, lstatSync } from "node:fs";
import { join } from "node:path";
import { onDisk } from "../disk/fault.ts";
import { entriesIn } from "../git/trees.ts";
import { linkLook, pathOf } from "./tree-path.ts";
import { linksAmong } from "./modules.ts";
import { removeWhole } from "./remove.ts";
import { inTree, type Repository } from "./repository.ts";
import type { Slot } from "./slot.ts";

const foldersOf = (names: readonly string[]): ReadonlySet<string> => {
  const folders = new Set<string>();
  for (const name of names) {
    for (let end = name.lastIndexOf("/"); end !== -1; end = name.lastIndexOf("/", end - 1)) {
      if (folders.has(name.slice(0, end))) break;
      folders.add(name.slice(0, end));
    }
  }
  return folders;
};

/** Makes each accessible to the owner, those of submodules too, outermost first; skips links. */
export const openFolders = async (
  repository: Repository,
  slot: Slot,
): Promise<readonly string[]> => {
  const entries = entriesIn((await inTree(repository, slot, ["ls-files", "-z", "--stage"])).out);
  const names = entries.map(({ name }) => name);
  const links = linksAmong(entries).map(({ name }) => name);
  const isBehindLink = linkLook(slot.tree);
  return onDisk("open the folders of", slot.tree, () => {
    const mode = lstatSync(slot.tree).mode;
    if ((mode & 0o700) !== 0o700) chmodSync(slot.tree, 0o700);
    return [...foldersOf(names), ...links].toSorted().filter((folder) => {
      const stat = isBehindLink(folder)
        ? undefined
        : lstatSync(pathOf(slot.tree, folder), { throwIfNoEntry: false });
      if (stat === undefined || !stat.isDirectory()) return false;
      if ((stat.mode & 0o700) !== 0o700) chmodSync(pathOf(slot.tree, folder), stat.mode | 0o700);
      return true;
    });
  });
};

/** Removes repositories in folders of tracked files, which git's own cleaning skips. */
export const removePlanted = async (repository: Repository, slot: Slot): Promise<void> => {
  for (const folder of await openFolders(repository, slot)) {
    const planted = pathOf(slot.tree, `${folder}/.git`);
    if (lstatSync(planted, { throwIfNoEntry: false }) !== undefined) await removeWhole(planted);
  }
  await removeWhole(join(slot.tree, ".git"));
};
