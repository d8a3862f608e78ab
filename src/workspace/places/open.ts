// Opening of a job's place: as its previous conversation left it, or moved to a commit.
import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { Site } from "../places.ts";
import { givenOf } from "./given.ts";
import { fillModules, giveRepository, moveSlot } from "./move.ts";
import { ownRecord } from "./pool.ts";
import { removeWhole } from "./remove.ts";
import { inTree, type Repository } from "./repository.ts";
import { hasTree, placeOf, type Slot, slotOf, type SlotRecord, writeRecord } from "./slot.ts";
import { holds } from "./take.ts";

/** Gives the agent a new repository at a commit. */
const renewGit = async (
  repository: Repository,
  slot: Slot,
  run: string,
  commit: string,
): Promise<void> => {
  await removeWhole(join(slot.tree, ".git"));
  const settings = await fillModules(repository, slot, commit);
  giveRepository(repository, slot, commit, await givenOf(repository, run, commit), settings);
};

/** Files equal to the commit's stay, and with them ignored ones that builds need. */
const settle = async (
  repository: Repository,
  slot: Slot,
  record: SlotRecord,
  commit: string,
): Promise<void> => {
  writeRecord(slot, { ...record, at: null });
  await inTree(repository, slot, ["read-tree", "-i", "-m", commit]);
  await inTree(repository, slot, ["update-index", "-q", "--refresh"], { also: [1] });
  await renewGit(repository, slot, record.run, commit);
  writeRecord(slot, { ...record, at: commit, merging: null });
};

export const openSlot = async (
  repository: Repository,
  site: Site,
  key: string,
  commit: string,
  fresh: boolean,
): Promise<string> => {
  const owner = placeOf(site, key);
  const slot = slotOf(repository, owner);
  const record = ownRecord(repository, owner);
  if (fresh || record === null || record.at === null || !hasTree(slot))
    return (await moveSlot(repository, owner, commit)).tree;
  if (record.at !== commit && (await holds(repository, site, key, commit)))
    await settle(repository, slot, record, commit);
  else if (!(lstatSync(join(slot.tree, ".git"), { throwIfNoEntry: false })?.isDirectory() ?? false))
    await renewGit(repository, slot, site.run, record.at);
  return slot.tree;
};
