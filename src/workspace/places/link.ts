// Links from landings to the work in them: a landing has one parent, so only these tell merges of later work what it already holds.
import { lineOf, linesOf } from "../git/git.ts";
import type { Site } from "../places.ts";
import { linkRefs } from "./refs.ts";
import { commitTree, inStore, type Repository } from "./repository.ts";
import { updateRef } from "./update-ref.ts";

/** Environment in which git takes a landing for a merge of its parent and the work. */
export const linkedBy = (site: Site): Readonly<Record<string, string>> => ({
  GIT_REPLACE_REF_BASE: linkRefs(site),
});

export const link = async (
  repository: Repository,
  site: Site,
  landing: { readonly commit: string; readonly tree: string },
  parents: readonly string[],
): Promise<void> => {
  const whole = await commitTree(repository, landing.tree, parents, "Landing with its work\n");
  await updateRef(inStore, repository, [`${linkRefs(site)}${landing.commit}`, whole]);
};

/** The work in a commit that is to land, newest first, with the earlier attempts that it rests on; empty: the commit is its own work. */
export const workIn = async (
  repository: Repository,
  site: Site,
  commit: string,
): Promise<readonly string[]> => {
  const words = ["rev-list", "--parents", commit, `^${commit}^1`];
  const all = linesOf(await inStore(repository, words, { env: linkedBy(site) }));
  const links = new Set(
    linesOf(await inStore(repository, ["for-each-ref", "--format=%(refname)", linkRefs(site)])).map(
      (ref) => ref.slice(linkRefs(site).length),
    ),
  );
  return all.flatMap((line) => {
    const [id = "", , ...works] = line.split(" ");
    return links.has(id) ? works : [];
  });
};

/** The head as a merge in a place needs it: a commit on it that also descends from what the work began on. */
export const rested = async (
  repository: Repository,
  site: Site,
  head: string,
  work: string,
): Promise<string> => {
  const bases = async (env: Readonly<Record<string, string>>): Promise<readonly string[]> =>
    linesOf(await inStore(repository, ["merge-base", "--all", head, work], { also: [1], env }));
  const [plain, linked] = [await bases({}), await bases(linkedBy(site))];
  const more = linked.filter((base) => !plain.includes(base));
  if (more.length === 0) return head;
  const tree = lineOf(await inStore(repository, ["rev-parse", `${head}^{tree}`]));
  return commitTree(repository, tree, [head, ...more], "What has landed\n");
};
