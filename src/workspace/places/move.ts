// Move of a slot to another commit: clean, check out, verify, and create a new repository for its agent.
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { Fault } from "../../core/refusal.ts";
import { onDisk } from "../disk/fault.ts";
import { trimmedText } from "../disk/look.ts";
import { makeFolder } from "../disk/make-folder.ts";
import { readable, splitNames } from "../git/git.ts";
import { removePlanted } from "./folders.ts";
import { giveFiles, givenOf, quoted } from "./given.ts";
import { missingLfs } from "./lfs.ts";
import { linksOf, moduleIndexes, moduleOf, moduleSlot } from "./modules.ts";
import { claim, discard } from "./pool.ts";
import { removeSpecial, removeWhole, unlock } from "./remove.ts";
import { inTree, type Repository } from "./repository.ts";
import {
  hasTree,
  type Owner,
  readRecord,
  type Slot,
  slotOf,
  type SlotRecord,
  writeRecord,
} from "./slot.ts";
import { placeAlternates, placeConfig } from "./store.ts";

const clean = ["clean", "-ffdxq"];
const checkOut = (commit: string): readonly string[] => ["read-tree", "--reset", "-u", commit];
/**
 * Cleans first: that removes a link in a folder's place that hides tracked files behind it. false:
 * a file can't be restored, which git reports at least as a warning.
 */
const moveTree = async (repository: Repository, slot: Slot, commit: string): Promise<boolean> => {
  const cleaned = await inTree(repository, slot, clean, { also: [1, 128] });
  if (cleaned.exit !== 0 || cleaned.err !== "") return false;
  removeSpecial(slot.tree);
  const moved = await inTree(repository, slot, checkOut(commit), { also: [128] });
  return moved.exit === 0 && moved.err === "";
};

const rebuild = async (repository: Repository, slot: Slot, commit: string): Promise<void> => {
  await removeWhole(slot.tree);
  onDisk("make the folder", slot.tree, () => {
    for (const index of [slot.index, ...moduleIndexes(slot)]) rmSync(index, { force: true });
    makeFolder(slot.tree, 0o700);
  });
  const made = await inTree(repository, slot, checkOut(commit), { also: [128] });
  const lacks = /^fatal: (.*): smudge filter lfs failed$/mu.exec(made.err)?.[1];
  if (lacks !== undefined) throw missingLfs(repository.root, [lacks]);
  if (made.exit !== 0) await inTree(repository, slot, checkOut(commit));
  // A repository's attributes may make fresh files count as modified because of line endings.
  const left = splitNames(
    (await inTree(repository, slot, ["ls-files", "-z", "--others", "--deleted"])).out,
  );
  if (left.length > 0)
    throw new Fault(
      "CHECKOUT_INEXACT",
      `${left.length} files of ${commit} can't be checked out as they are in ${slot.tree}, ${JSON.stringify(left[0])} among them`,
      "see whether names there differ in case only, or set CAIRN_PLACES to a folder on another file system",
    );
};

/** Keeps the time: git treats a file as unchanged only if it is older than the index. */
export const copyIndex = (from: string, to: string): void => {
  onDisk("copy git's index to", to, () => {
    const { mtime } = statSync(from);
    copyFileSync(from, to);
    utimesSync(to, mtime, mtime);
  });
};

/** As `git lfs install` makes them. */
const lfsSettings = `[filter "lfs"]
\tclean = git-lfs clean -- %f
\tsmudge = git-lfs smudge -- %f
\tprocess = git-lfs filter-process
\trequired = true
`;

/** A repository for the agent: at a commit, with what it is given, and everything else new. */
export const giveRepository = (
  repository: Repository,
  { tree, index }: Slot,
  commit: string,
  given: string | null,
  settings: string,
): void => {
  const own = join(tree, ".git");
  onDisk("make the repository", own, () => {
    for (const path of ["objects/info", "objects/pack", "refs/heads", "refs/tags", "info"])
      mkdirSync(join(own, path), { recursive: true });
    const lfs = repository.lfs === undefined ? "" : lfsSettings;
    const more = `${lfs}${giveFiles(own, given)}${settings}`;
    writeFileSync(join(own, "config"), `${placeConfig(repository)}${more}`);
    writeFileSync(join(own, "objects", "info", "alternates"), placeAlternates(repository));
    writeFileSync(join(own, "refs", "heads", "work"), `${commit}\n`);
    const cut = trimmedText(join(repository.user.common, "shallow"));
    if (cut !== null) writeFileSync(join(own, "shallow"), `${cut}\n`);
    copyIndex(index, join(own, "index"));
    // HEAD last: it makes this a repository.
    writeFileSync(join(own, "HEAD"), "ref: refs/heads/work\n");
  });
};

/** Cleans and checks out, or starts anew where nothing is known of what lies there; submodules too. */
const moveFiles = async (
  repository: Repository,
  slot: Slot,
  commit: string,
  isKnown: boolean,
): Promise<string> => {
  if (isKnown) {
    await removePlanted(repository, slot);
    if (!(await moveTree(repository, slot, commit))) {
      unlock(slot.tree);
      if (!(await moveTree(repository, slot, commit))) await rebuild(repository, slot, commit);
    }
  } else await rebuild(repository, slot, commit);
  // What git just wrote tells whether the commit names any.
  const named = lstatSync(join(slot.tree, ".gitmodules"), { throwIfNoEntry: false });
  return named === undefined ? "" : fillModules(repository, slot, commit);
};

/** Fills submodules from the user's git directories; the others are empty. Returns settings for those filled. */
export const fillModules = async (
  repository: Repository,
  slot: Slot,
  commit: string,
): Promise<string> => {
  let settings = "";
  for (const link of await linksOf(repository, commit)) {
    const own = moduleSlot(slot, readable(link.name));
    const module = await moduleOf(repository, commit, link);
    if (module !== null) {
      onDisk("remove the lock in", slot.folder, () => rmSync(`${own.index}.lock`, { force: true }));
      const { repository: theirs, called } = module;
      const isKnown = existsSync(own.index) && hasTree(own);
      const inner = await moveFiles(theirs, own, link.commit, isKnown);
      giveRepository(theirs, own, link.commit, null, inner);
      settings += `[submodule ${quoted(called)}]\n\tactive = true\n`;
      continue;
    }
    await removeWhole(own.tree);
    onDisk("make the folder", own.tree, () => {
      for (const index of [own.index, ...moduleIndexes(own)]) rmSync(index, { force: true });
      makeFolder(own.tree);
    });
  }
  return settings;
};

/** Moves an owner's slot to a commit, whatever its state. The record shows a kill midway: then it is rebuilt. */
export const moveSlot = async (
  repository: Repository,
  owner: Owner,
  commit: string,
): Promise<Slot> => {
  const found = readRecord(slotOf(repository, owner));
  // A git left by a killed process may still write there: puts its target out of reach.
  if (found?.at === null) await discard(repository, slotOf(repository, owner).folder);
  const slot = await claim(repository, owner);
  const before = readRecord(slot);
  const record: SlotRecord = { ...owner, at: null, merging: null, kib: 0 };
  writeRecord(slot, record);
  // By the record no operation of the engine is active here, so the lock is stale.
  onDisk("remove the lock in", slot.folder, () => rmSync(`${slot.index}.lock`, { force: true }));
  const isKnown = typeof before?.at === "string" && hasTree(slot);
  const settings = await moveFiles(repository, slot, commit, isKnown);
  const given = await givenOf(repository, owner.run, commit);
  giveRepository(repository, slot, commit, given, settings);
  writeRecord(slot, { ...record, at: commit });
  return slot;
};
