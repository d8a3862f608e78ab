// Cleaning of a checkout between two checks, so that no check depends on another's leftovers.
import { joinNames, readable, splitNames } from "../git/git.ts";
import type { Path } from "../../core/row.ts";
import type { Site, Stood } from "../places.ts";
import { type Ask, pathOf, withIndex } from "./gather.ts";
import { copyIndex } from "./move.ts";
import { ownRecord } from "./pool.ts";
import { removeWhole } from "./remove.ts";
import { inTree, type Repository } from "./repository.ts";
import { checkoutOf, hasTree, slotOf } from "./slot.ts";

/** Byte names in latin1, by display form. */
type Names = ReadonlyMap<Path, string>;
const namesFrom = async (ask: Ask, args: readonly string[]): Promise<Names> =>
  new Map(splitNames((await ask([...args, "-z"])).out).map((name) => [readable(name), name]));
const without = (names: Names, known: readonly Path[]): Names =>
  new Map([...names].filter(([path]) => !known.includes(path)));

export const settle = async (
  repository: Repository,
  site: Site,
  key: string,
  was: Stood | null,
): Promise<Stood> => {
  const owner = checkoutOf(site, key);
  const slot = slotOf(repository, owner);
  if (ownRecord(repository, owner) === null || !hasTree(slot)) return { changed: [], beside: [] };
  return withIndex(slot.folder, async (index) => {
    copyIndex(slot.index, index);
    const ask: Ask = (args, rest) => inTree(repository, { tree: slot.tree, index }, args, rest);
    await ask(["update-index", "-q", "--refresh"], { also: [1] });
    const changed = await namesFrom(ask, ["diff-files", "--name-only"]);
    const beside = await namesFrom(ask, ["ls-files", "--others", "--exclude-standard"]);
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
};
