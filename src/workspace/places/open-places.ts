// Assembly of the places port on this machine's disk.
import { join } from "node:path";
import { Fault } from "../../core/refusal.ts";
import { cutTalks, git, readable } from "../git/git.ts";
import { branchOf, headOf } from "../git/head.ts";
import type { Places, Site } from "../places.ts";
import { freeName, moveBranch } from "./branch.ts";
import { putBack, screenTheirs, branchState } from "./theirs.ts";
import { changes, fork, lineSums, patch, patchPart } from "./changes.ts";
import { checkFinished } from "../checkout/move.ts";
import { customs } from "./customs.ts";
import { deliver, undo } from "../checkout/deliver.ts";
import { drop } from "./drop.ts";
import { handBack } from "./hand-back.ts";
import { follow, keep } from "./keep.ts";
import { commitFolder, makeKept } from "./kept-repository.ts";
import { realOr } from "../disk/look.ts";
import { makeHome } from "../home.ts";
import { lend } from "./lend.ts";
import { withLfs } from "./lfs.ts";
import { copySetup, keepSetup, made, setupsOf } from "./copy-setup.ts";
import { included } from "./included.ts";
import { merge } from "./merge.ts";
import { emptyModules } from "./modules.ts";
import { moveSlot } from "./move.ts";
import { onto, reachOf } from "../checkout/onto.ts";
import { openSlot } from "./open.ts";
import { pin } from "./pin.ts";
import { type Caps, keysOf, ownRecord, release, usualCaps } from "./pool.ts";
import { type Git, type Repository, repositoryAt } from "./repository.ts";
import { bring, lacks, publish, send, withdraw } from "./remote.ts";
import { sweepLeft } from "./sweep.ts";
import { settle } from "./settle.ts";
import { checkoutOf, hasTree, placeOf, slotOf } from "./slot.ts";
import { hereOf, startOf } from "./start.ts";
import { openStore } from "./store.ts";
import { straysIn } from "./strays.ts";
import { peek, take } from "./take.ts";
import { uncommittedBelow, usersChanges } from "../checkout/users-changes.ts";
import { clearKilled, killedMove } from "../checkout/under-way.ts";
import { unfit } from "./unfit.ts";
import { withFiles } from "./with-files.ts";
import { workRef } from "./update-ref.ts";

export type PlacesOptions = {
  /** Tests inject faults between its calls. */
  readonly git?: Git;
  readonly caps?: Caps;
};

/** The repository of a place; a folder without one gets one that Cairn maintains. */
const repositoryFor = async (root: string, ask: Git): Promise<Repository> => {
  const found = repositoryAt(root, ask);
  if (found === null) {
    makeHome(join(realOr(root), ".cairn"));
    await makeKept(realOr(root), ask);
  }
  const repository = found ?? repositoryAt(root, ask);
  if (repository === null)
    throw new Fault(
      "GIT_NONE",
      `${root} lies in no git repository`,
      "make one there with `git init`, and commit",
    );
  await openStore(repository);
  return withLfs(repository);
};

const base = async (repository: Repository, ...[site, from]: Parameters<Places["base"]>) => {
  await sweepLeft(repository);
  const left = repository.user.kept ? await commitFolder(repository, site) : [];
  const start = await startOf(repository, site, from);
  return { ...start, left: [...left, ...start.left] };
};

const here = async (repository: Repository, site: Site) => {
  await checkFinished(repository);
  const found = await hereOf(repository, site, true);
  await workRef(repository, site, found.commit);
  return found;
};

const folder = (repository: Repository, site: Site, key: string) => {
  const owner = placeOf(site, key);
  const slot = slotOf(repository, owner);
  const record = ownRecord(repository, owner);
  return record === null || !hasTree(slot) ? null : { path: slot.tree, commit: record.at };
};

const touched = async (repository: Repository, site: Site, key: string) => {
  const at = ownRecord(repository, placeOf(site, key))?.at ?? null;
  const seen = at === null ? null : await peek(repository, site, key);
  return at === null || seen === null
    ? []
    : (await changes(repository, at, seen.commit)).map(({ path }) => path);
};

/** A folder without git of its user's is committed first. */
const deliveries = (
  on: (site: Site) => Promise<Repository>,
): Pick<Places, "uncommitted" | "reach" | "onto" | "deliver"> => {
  const committed = async (site: Site): Promise<Repository> => {
    const repository = await on(site);
    if (repository.user.kept) await commitFolder(repository, site);
    return repository;
  };
  return {
    uncommitted: async (site, paths) => uncommittedBelow(await on(site), paths),
    reach: async (site, landed) => reachOf(await on(site), landed),
    onto: async (site, ...rest) => onto(await committed(site), site, ...rest),
    deliver: async (site, ...rest) => deliver(await committed(site), site, ...rest),
  };
};

export const openPlaces = (options: PlacesOptions = {}): Places => {
  const ask = options.git ?? git;
  const caps = options.caps ?? usualCaps;
  const at = (root: string): Promise<Repository> => repositoryFor(root, ask);
  const on = ({ root }: Site): Promise<Repository> => at(root);
  return {
    unfit: (root, changes = false) => unfit(root, ask, changes),
    store: async (root) => (await at(root)).store,
    base: async (site, ...rest) => base(await on(site), site, ...rest),
    here: async (site) => here(await on(site), site),
    emptyModules: async (site, commit) => emptyModules(await on(site), commit),
    head: async (site) => headOf((await on(site)).user),
    branch: async (site) => branchOf((await on(site)).user),
    open: async (site, key, commit, fresh) => openSlot(await on(site), site, key, commit, fresh),
    folder: async (site, key) => folder(await on(site), site, key),
    keys: async (site) => keysOf(await on(site), site.run),
    strays: async (site, key) => straysIn(await on(site), site, key),
    touched: async (site, key) => touched(await on(site), site, key),
    take: async (site, ...rest) => take(await on(site), site, ...rest),
    customs: async (site, commit) => customs(await on(site), commit),
    merge: async (site, ...rest) => merge(await on(site), site, ...rest),
    withFiles: async (site, ...rest) => withFiles(await on(site), site, ...rest),
    checkout: async (site, key, commit) =>
      (await moveSlot(await on(site), checkoutOf(site, key), commit)).tree,
    settle: async (site, key, was) => settle(await on(site), site, key, was),
    pin: async (site, key, to) => pin(await on(site), site, key, to),
    included: async (site, patterns) => included(await on(site), patterns),
    keptSetup: async (site, run, key) => join(setupsOf(await on(site), run), key),
    made,
    keepSetup,
    copySetup,
    lend: async ({ documents }, folder, files) => lend(folder, files, documents),
    free: async (site, key) => {
      const repository = await on(site);
      for (const owner of [placeOf(site, key), checkoutOf(site, key)])
        await release(repository, owner, caps);
    },
    follow: async (site, ...rest) => follow(await on(site), site, ...rest),
    cut: cutTalks,
    lacks: async (site, commits) => lacks(await on(site), commits),
    send: async (site, ...rest) => send(await on(site), site, ...rest),
    bring: async (site, remote) => bring(await on(site), site, remote),
    publish: async (site, ...rest) => publish(await on(site), site, ...rest),
    withdraw: async (site, ...rest) => withdraw(await on(site), site, ...rest),
    keep: async (site, n, commit) => keep(await on(site), site, n, commit),
    moveBranch: async (site, ...rest) => moveBranch(await on(site), ...rest),
    shown: async (site, ...rest) => branchState(await on(site), site, ...rest),
    screen: async (site, ...rest) => screenTheirs(await on(site), ...rest),
    putBack: async (site, ...rest) => putBack(await on(site), site, ...rest),
    freeName: async (site, name) => freeName(await on(site), name),
    fork: async (site, one, other) => fork(await on(site), site, one, other),
    changes: async (site, from, to) => changes(await on(site), from, to),
    lineSums: async (site, spans) => (spans.length === 0 ? [] : lineSums(await on(site), spans)),
    patch: async (site, from, to) => patch(await on(site), from, to),
    patchPart: async (site, ...rest) => patchPart(await on(site), ...rest),
    handBack: async (site, ...rest) => handBack(await on(site), site, ...rest),
    keeps: (root) => repositoryAt(root, ask)?.user.kept ?? true,
    ...deliveries(on),
    killed: async (root) => {
      const repository = repositoryAt(root, ask);
      return repository === null ? null : killedMove(repository);
    },
    unlock: async (root) => clearKilled(await at(root)),
    usersChanges: async (site, base) => (await usersChanges(await on(site), base)).map(readable),
    undo: async (site, ...rest) => undo(await on(site), site, ...rest),
    drop: async (site, branch) => drop(await on(site), site, branch),
    peek: async (site, key) => peek(await on(site), site, key),
  };
};
