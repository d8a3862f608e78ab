// Commit with a few files as they stand in a checkout, beside another commit's tree.
import type { Path } from "../../core/row.ts";
import { type Ask, joinNames } from "../git/git.ts";
import type { Commit, Rewritten, Site } from "../places.ts";
import { withIndex, writeTree } from "./gather.ts";
import { commitTree, inTree, type Repository } from "./repository.ts";
import { checkoutOf, slotOf } from "./slot.ts";
import { workRef } from "./update-ref.ts";

export const withFiles = async (
  repository: Repository,
  site: Site,
  key: string,
  files: readonly Path[],
  { commit, parents, message }: Rewritten,
): Promise<Commit> => {
  const slot = slotOf(repository, checkoutOf(site, key));
  return withIndex(slot.folder, async (index) => {
    const ask: Ask = (args, rest) => inTree(repository, { tree: slot.tree, index }, args, rest);
    await ask(["read-tree", commit]);
    const names = files.map((path) => Buffer.from(path).toString("latin1"));
    await ask(["update-index", "--add", "--remove", "-z", "--stdin"], { input: joinNames(names) });
    const tree = await writeTree(ask);
    const made = await commitTree(repository, tree, parents, message);
    await workRef(repository, site, made);
    return { commit: made, tree };
  });
};
