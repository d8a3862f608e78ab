// Taking of work from a place as commits of the store.
import { copyIndex } from "./move.ts";
import { readPlain } from "../disk/plain-file.ts";
import { Fault } from "../../core/refusal.ts";
import { type Ask, linesOf, readable } from "../git/git.ts";
import type { Author, Commit, LeftOut, Site, Collected } from "../places.ts";
import { agentsHead, agentsMerge, bringCommits, sparsedOut } from "./agents-git.ts";
import { gather, neverLands, withIndex, writeTree } from "./gather.ts";
import { committedLitter, type Litter } from "./litter.ts";
import { linksOut } from "./links-out.ts";
import { changedModules } from "./modules.ts";
import { ownRecord } from "./pool.ts";
import { unlock } from "./remove.ts";
import { commitTree, descends, inStore, inTree, type Repository, treeOf } from "./repository.ts";
import { openFolders } from "./folders.ts";
import { openWithout } from "./store.ts";
import { screenHistory, screenIndex } from "./screen.ts";
import {
  checkoutOf,
  hasTree,
  type Owner,
  placeOf,
  type Slot,
  slotOf,
  type SlotRecord,
} from "./slot.ts";
import { join } from "node:path";
import { workRef } from "./update-ref.ts";

type Place = { readonly slot: Slot; readonly record: SlotRecord & { readonly at: string } };

/** The place of an owner; null: none, or its commit is unknown. */
const findPlace = (repository: Repository, owner: Owner): Place | null => {
  const slot = slotOf(repository, owner);
  const record = ownRecord(repository, owner);
  if (record === null || record.at === null || !hasTree(slot)) return null;
  unlock(slot.tree, join(slot.tree, ".git"));
  return { slot, record: { ...record, at: record.at } };
};

const askOf =
  (
    repository: Repository,
    { tree }: Slot,
    index: string,
    env: Readonly<Record<string, string>> = {},
  ): Ask =>
  (args, rest) =>
    inTree(repository, { tree, index }, args, { ...rest, env: { ...rest?.env, ...env } });

const litterOf = ({ keep = [] }: Site, index: string): Litter => ({
  file: `${index}.litter`,
  keep,
});

/** Reads the tree by a copy of the engine's index, on top of a commit. */
const gatherOn = async (
  repository: Repository,
  ask: Ask,
  { slot, record }: Place,
  site: Site,
  index: string,
  commit: string,
): Promise<readonly LeftOut[]> => {
  copyIndex(slot.index, index);
  if (commit !== record.at) await ask(["read-tree", "-i", "-m", commit]);
  await openFolders(repository, slot);
  const raw = askOf(repository, slot, index, await openWithout(repository, "raw"));
  const left = await gather({
    repository,
    tree: slot.tree,
    ask,
    raw,
    absent: await sparsedOut(repository, slot),
    without: neverLands(site.documents),
    litter: litterOf(site, index),
  });
  const changed = await changedModules(repository, slot, record.at);
  return [...left, ...changed.map((path) => ({ path, why: "submodule" }) as const)];
};

const isMarked = (slot: Slot, name: string): boolean => {
  try {
    const text = readPlain(join(slot.tree, readable(name)))?.toString("latin1") ?? "";
    return /^<{7} /mu.test(text) && /^>{7} /mu.test(text);
  } catch (error) {
    if (error instanceof Fault && error.code !== "DISK_FAILED") return false;
    throw error;
  }
};

/** The agent's commits, if available and free of forbidden content. */
const commitsOf = async (
  repository: Repository,
  { slot, record }: Place,
  site: Site,
  from: string,
) => {
  const head = agentsHead(slot);
  if (head === null || head === from) return { head: from, at: head, left: [] };
  const brought = await bringCommits(repository, slot, head, from);
  if (brought.is !== "brought")
    return { head: from, at: null, left: brought.is === "large" ? brought.left : [] };
  const known = record.merging === null ? [] : [record.merging.head];
  const left = await screenHistory(repository, {
    from,
    head,
    known,
    documents: neverLands(site.documents),
  });
  // Contents that only its own git has are taken with the tree, as one commit.
  const told = left.filter(({ why }) => why !== "pointer");
  return { head: left.length === 0 ? head : from, at: head, left: told };
};

/** A merge handed back is done once its files contain no conflict markers, committed or not; its head then becomes a parent of the taken commit. */
const mergeOf = async (
  repository: Repository,
  { slot, record }: Place,
  { head, at }: { head: string; at: string | null },
  from: string,
) => {
  const { merging } = record;
  if (merging === null) return { joined: null, open: false };
  const isOpen = merging.files.some((name) => isMarked(slot, name));
  if (agentsMerge(slot) === merging.head)
    return { joined: isOpen ? null : merging.head, open: isOpen && head === from };
  const isCommitted = at !== null && (await descends(repository, merging.head, at));
  return { joined: isCommitted ? merging.head : null, open: isCommitted && isOpen };
};

const unique = (left: readonly LeftOut[]): readonly LeftOut[] => [
  ...new Map(left.map((one) => [one.path, one])).values(),
];

export const take = async (
  repository: Repository,
  site: Site,
  key: string,
  from: string,
  author: Author,
  message: string,
): Promise<Collected> => {
  const place = findPlace(repository, placeOf(site, key));
  // A place elsewhere has other work: on this commit it would undo the commits between.
  if (place === null || !(await descends(repository, from, place.record.at)))
    return { is: "nothing", left: [] };
  return withIndex(place.slot.folder, async (index) => {
    const ask = askOf(repository, place.slot, index);
    const made = await commitsOf(repository, place, site, from);
    const merge = await mergeOf(repository, place, made, from);
    if (merge.open) return { is: "nothing", left: [] };
    const found = await gatherOn(repository, ask, place, site, index, made.head);
    const left = unique([
      ...made.left,
      ...(await committedLitter(ask, litterOf(site, index), from, made.head)),
      ...found,
      ...(await screenIndex(repository, ask, made.head)),
    ]);
    const tree = await writeTree(ask);
    const isJoined = merge.joined === null || (await descends(repository, merge.joined, made.head));
    const isSame = tree === (await treeOf(repository, made.head)) && isJoined;
    if (isSame && made.head === from) return { is: "nothing", left };
    const parents = [made.head, ...(isJoined || merge.joined === null ? [] : [merge.joined])];
    const commit = isSame
      ? made.head
      : await commitTree(repository, tree, parents, message, author);
    await workRef(repository, site, commit);
    const { merging } = place.record;
    const links = await linksOut(repository, from, commit);
    const range = [commit, `^${from}`, ...(merging === null ? [] : [`^${merging.head}`])];
    const commits = linesOf(await inStore(repository, ["rev-list", "--reverse", ...range]));
    return { is: "taken", work: { commit, tree }, commits, left: [...left, ...links] };
  });
};

/** Whether the place equals a commit, except for ignored files. */
export const holds = async (
  repository: Repository,
  site: Site,
  key: string,
  commit: string,
): Promise<boolean> => {
  const work = await peek(repository, site, key);
  return work?.tree === (await treeOf(repository, commit));
};

export const peek = async (
  repository: Repository,
  site: Site,
  key: string,
): Promise<Commit | null> => {
  const place =
    findPlace(repository, placeOf(site, key)) ?? findPlace(repository, checkoutOf(site, key));
  if (place === null) return null;
  return withIndex(place.slot.folder, async (index) => {
    const ask = askOf(repository, place.slot, index);
    await gatherOn(repository, ask, place, site, index, place.record.at);
    const tree = await writeTree(ask);
    return {
      commit: await commitTree(repository, tree, [place.record.at], "What is under way\n"),
      tree,
    };
  });
};
