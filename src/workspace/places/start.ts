// Start commit of a run, kept alive before any place uses it.
import { Fault } from "../../core/refusal.ts";
import { branchOf, headOf } from "../git/head.ts";
import type { Site, Start } from "../places.ts";
import { keep, keepThere } from "./keep.ts";
import { commitTree, type Repository, treeOf } from "./repository.ts";
import { changedTree, uncommittedIn } from "../checkout/user-tree.ts";
import { changesSubject } from "../checkout/users-changes.ts";

/** The user's current checkout; with `changes`, uncommitted changes as a commit on HEAD. */
export const hereOf = async (
  repository: Repository,
  site: Site,
  changes: boolean,
): Promise<Start> => {
  const head = await headOf(repository.user);
  if (head === null)
    throw new Fault(
      "REPOSITORY_EMPTY",
      `${repository.root} has no commit yet`,
      "commit something with `git commit`, then repeat",
    );
  const branch = await branchOf(repository.user);
  const [{ uncommitted, beside }, ownTree] = await Promise.all([
    uncommittedIn(repository, site.documents),
    treeOf(repository, head),
  ]);
  const plain = { commit: head, tree: ownTree };
  if (!changes || uncommitted === 0) return { ...plain, branch, uncommitted, beside, left: [] };
  const { tree, left } = await changedTree(repository, head, site);
  const commit =
    tree === plain.tree ? head : await commitTree(repository, tree, [head], `${changesSubject}\n`);
  return { commit, tree, branch, uncommitted, beside: [], left };
};

export const startOf = async (
  repository: Repository,
  site: Site,
  { changes, at }: { readonly changes: boolean; readonly at?: string },
): Promise<Start> => {
  const start =
    at === undefined
      ? await hereOf(repository, site, changes)
      : {
          ...(await uncommittedIn(repository, site.documents)),
          commit: at,
          tree: await treeOf(repository, at),
          branch: null,
          uncommitted: 0,
          left: [],
        };
  const keepIt = start.commit === (await headOf(repository.user)) ? keepThere : keep;
  await keepIt(repository, site, 0, start.commit);
  return start;
};
