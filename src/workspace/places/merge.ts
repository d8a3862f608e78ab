// Merge of a job's work with the head of its run, without a working tree.
import { isFullId } from "../../core/commit-id.ts";
import type { Path } from "../../core/row.ts";
import { readable, splitNames } from "../git/git.ts";
import { indexInfo } from "../git/trees.ts";
import type { Merged, MergedAs, MergeHow, Signers, Site } from "../places.ts";
import { isBelow, neverLands, withIndex } from "./gather.ts";
import { link, linkedBy } from "./link.ts";
import { commitTree, descends, inStore, type Repository, treeOf } from "./repository.ts";
import { Fault } from "../../core/refusal.ts";
import { workRef } from "./update-ref.ts";

export type MergedTree = { readonly tree: string; readonly conflicts: readonly Path[] };

export const mergeTrees = async (
  repository: Repository,
  ours: string,
  theirs: string,
  env: Readonly<Record<string, string>> = {},
): Promise<MergedTree> => {
  const how = ["--write-tree", "--allow-unrelated-histories", "--no-messages", "--name-only", "-z"];
  const answer = await inStore(repository, ["merge-tree", ...how, ours, theirs], {
    also: [1],
    env,
  });
  const [tree = "", ...files] = splitNames(answer.out);
  if (!isFullId(tree))
    throw new Fault(
      "GIT_FAILED",
      `git merge-tree of ${ours} and ${theirs} named no tree`,
      "see whether both commits are there, then repeat",
    );
  return { tree, conflicts: answer.exit === 0 ? [] : [...new Set(files.map(readable))] };
};

/** The tree with another tree's documents: removed, changed and added ones. */
const withDocuments = async (
  repository: Repository,
  tree: string,
  from: string,
  documents: readonly Path[],
): Promise<string> => {
  const words = ["diff-tree", "-r", "-z", "--name-only", from, tree, "--", ...documents];
  const other = splitNames((await inStore(repository, words)).out);
  if (other.length === 0) return tree;
  return withIndex(repository.folder, async (index) => {
    const ask = (args: readonly string[], input: Buffer | string = "") =>
      inStore(repository, args, { input, env: { GIT_INDEX_FILE: index } });
    await ask(["read-tree", tree]);
    const id = "0".repeat(tree.length);
    await ask(
      ["update-index", "-z", "--index-info"],
      indexInfo(other.map((name) => ({ name, mode: "0", id }))),
    );
    await ask(
      ["update-index", "-z", "--replace", "--index-info"],
      (await ask(["ls-tree", "-r", "-z", from, "--", ...documents])).out,
    );
    return (await ask(["write-tree"])).out.toString("latin1").trim();
  });
};

/** The commit of a merged tree. A landing has the head as its only parent; a person's commits on the head stay as they are. */
const commitOf = async (
  repository: Repository,
  site: Site,
  tree: string,
  {
    head,
    work,
    message,
  }: { readonly head: string; readonly work: string; readonly message: string },
  as: MergedAs,
  by: Signers | null,
): Promise<string> => {
  if (
    as === "theirs" &&
    (await descends(repository, head, work)) &&
    (await treeOf(repository, work)) === tree
  )
    return work;
  const parents = as === "landing" ? [head] : [head, work];
  const commit = await commitTree(repository, tree, parents, message, by ?? undefined);
  if (as === "landing") await link(repository, site, { commit, tree }, [head, work]);
  return commit;
};

export const merge = async (
  repository: Repository,
  site: Site,
  head: string,
  work: string,
  message: string,
  { as = "both", by = null, files: given }: MergeHow = {},
): Promise<Merged> => {
  const documents = neverLands(site.documents);
  const known = [...documents, ...(given?.paths ?? [])];
  const { tree: plain, conflicts } = await mergeTrees(repository, head, work, linkedBy(site));
  const files = conflicts.filter((path) => !isBelow(Buffer.from(path).toString("latin1"), known));
  if (files.length > 0) return { is: "conflict", files };
  const own =
    given === undefined ? plain : await withDocuments(repository, plain, given.of, given.paths);
  const tree = await withDocuments(repository, own, head, documents);
  const commit = await commitOf(repository, site, tree, { head, work, message }, as, by);
  await workRef(repository, site, commit);
  return { is: "merged", merged: { commit, tree } };
};
