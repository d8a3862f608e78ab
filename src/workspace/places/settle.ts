// Cleaning of a checkout between two checks, so that no check depends on another's leftovers.
import { type Ask, joinNames, readable, splitNames } from "../git/git.ts";
import type { Path } from "../../core/row.ts";
import type { Site, Stood } from "../places.ts";
import { listed, withIndex } from "./gather.ts";
import { linkLook, pathOf } from "./tree-path.ts";
import { copyIndex } from "./move.ts";
import { modulesIn } from "./modules.ts";
import { ownRecord } from "./pool.ts";
import { removeWhole } from "./remove.ts";
import { inTree, type Repository } from "./repository.ts";
import { checkoutOf, hasTree, type Slot, slotOf } from "./slot.ts";

/** Byte names in latin1, by display form. */
type Names = Map<Path, string>;
const without = (names: Names, known: readonly Path[]): Names =>
  new Map([...names].filter(([path]) => !known.includes(path)));

const nothing: Stood = { changed: [], beside: [] };
/** All tracked files with their modes, then those that differ by content, and what lies beside them. */
const kinds = ["--stage", "--modified", "--deleted", "--others", "--exclude-standard"];

const lookAt = async (
  ask: Ask,
  tree: string,
): Promise<readonly [changed: Names, beside: Names]> => {
  const isBehindLink = linkLook(tree);
  const [changed, beside]: [Names, Names] = [new Map(), new Map()];
  for (const line of splitNames((await listed(ask, tree, kinds)).out)) {
    const isBeside = line.startsWith("?");
    const name = line.slice(isBeside ? 2 : line.indexOf("\t") + 1);
    if (isBeside) beside.set(readable(name), name);
    // A submodule's own git directory, which a check may have written, isn't believed; git looks through a link in a folder's place.
    else if (!line.startsWith("160000", 2) && (!line.startsWith("H") || isBehindLink(name)))
      changed.set(readable(name), name);
  }
  return [changed, beside];
};

const settleTree = (repository: Repository, slot: Slot, was: Stood | null): Promise<Stood> =>
  withIndex(slot.folder, async (index) => {
    copyIndex(slot.index, index);
    const ask: Ask = (args, rest) => inTree(repository, { tree: slot.tree, index }, args, rest);
    const [changed, beside] = await lookAt(ask, slot.tree);
    if (was === null) return { changed: [...changed.keys()], beside: [...beside.keys()] };
    const [back, away] = [without(changed, was.changed), without(beside, was.beside)];
    for (const name of away.values())
      await removeWhole(pathOf(slot.tree, name.replace(/\/$/u, "")));
    if (back.size > 0)
      await ask(["checkout-index", "-f", "-z", "--stdin"], {
        input: joinNames([...back.values()]),
      });
    return { changed: [...back.keys()], beside: [...away.keys()] };
  });

const below = (path: Path, paths: readonly Path[]): readonly Path[] =>
  paths.flatMap((one) => (one.startsWith(`${path}/`) ? [one.slice(path.length + 1)] : []));

/** With its submodules. */
const settleAll = async (
  repository: Repository,
  slot: Slot,
  at: string,
  was: Stood | null,
): Promise<Stood> => {
  const own = await settleTree(repository, slot, was);
  const stood = { changed: [...own.changed], beside: [...own.beside] };
  for (const { path, ...module } of await modulesIn(repository, slot, at)) {
    const then =
      was === null ? null : { changed: below(path, was.changed), beside: below(path, was.beside) };
    const inner = await settleAll(module.repository, module.slot, module.commit, then);
    stood.changed.push(...inner.changed.map((one) => `${path}/${one}`));
    stood.beside.push(...inner.beside.map((one) => `${path}/${one}`));
  }
  return stood;
};

export const settle = async (
  repository: Repository,
  site: Site,
  key: string,
  was: Stood | null,
): Promise<Stood> => {
  const owner = checkoutOf(site, key);
  const slot = slotOf(repository, owner);
  const at = ownRecord(repository, owner)?.at ?? null;
  return at === null || !hasTree(slot) ? nothing : settleAll(repository, slot, at, was);
};
