// What a run landed, put alone onto a HEAD that its base or its last merge isn't below any more.
import { branchOf } from "../git/head.ts";
import { lineOf, linesOf } from "../git/git.ts";
import type { LandedSpan, Onto, PutHow, Reach, Site } from "../places.ts";
import { userIn } from "../places/customs.ts";
import { headIn, unsaidIn } from "./deliver.ts";
import { bringToUser } from "../places/keep.ts";
import { type MergedTree, mergeTrees } from "../places/merge.ts";
import { branchRef, refAt } from "../places/refs.ts";
import {
  commitTree,
  descends,
  inStore,
  type Repository,
  signedBy,
  treeOf,
} from "../places/repository.ts";
import { clearKilled } from "./under-way.ts";
import { usersChanges } from "./users-changes.ts";
import { workRef } from "../places/update-ref.ts";

const mostAlong = 100;
/** The same content is the same commit, however often it is asked for. */
const fixedDate = "2000-01-01T00:00:00Z";

/** A commit that only serves a comparison. */
const stand = async (
  repository: Repository,
  tree: string,
  parents: readonly string[],
): Promise<string> =>
  lineOf(
    await inStore(
      repository,
      ["commit-tree", tree, ...parents.flatMap((parent) => ["-p", parent]), "-m", "compared"],
      { env: { ...signedBy(), GIT_AUTHOR_DATE: fixedDate, GIT_COMMITTER_DATE: fixedDate } },
    ),
  );

/** `git merge-tree --merge-base`, which git has from 2.40 on, by two commits that share one parent. */
const threeWay = async (
  repository: Repository,
  base: string,
  ours: string,
  theirs: string,
): Promise<MergedTree> => {
  const root = await stand(repository, await treeOf(repository, base), []);
  const [one, other] = [
    await stand(repository, await treeOf(repository, ours), [root]),
    await stand(repository, await treeOf(repository, theirs), [root]),
  ];
  return mergeTrees(repository, one, other);
};

/** The user's commit that a base is, or rests on if it holds uncommitted changes. */
const usersBase = async (repository: Repository, base: string): Promise<string> =>
  (await usersChanges(repository, base)).length === 0
    ? base
    : lineOf(await inStore(repository, ["rev-parse", `${base}^1`]));

/** `git cherry` disregards blanks, which are code in some languages: whether each commit has an equal with the same ones. */
const isVerbatim = async (
  repository: Repository,
  head: string,
  since: string,
  work: string,
): Promise<boolean> => {
  const listed = async (...words: readonly string[]): Promise<readonly string[]> =>
    linesOf(await inStore(repository, ["rev-list", "--no-merges", ...words, `^${since}`]));
  const own = new Set(await listed(work));
  const equal = (await listed("--cherry-mark", `${head}...${work}`)).flatMap((line) =>
    line.startsWith("=") ? [`${line.slice(1)}\n`] : [],
  );
  const patches = await inStore(repository, ["diff-tree", "--stdin", "-p"], {
    input: equal.join(""),
  });
  // 129: git before 2.39 has no such ids.
  const told = await inStore(repository, ["patch-id", "--verbatim"], {
    input: patches.out,
    also: [129],
  });
  const ids = linesOf(told).map((line) => line.split(" "));
  const others = new Set(ids.flatMap(([id = "", commit = ""]) => (own.has(commit) ? [] : [id])));
  return ids.every(([id = ""]) => others.has(id));
};

/** Whether HEAD has an equivalent of each commit, or of all of them in one. */
const isIn = async (
  repository: Repository,
  head: string,
  since: string,
  work: string,
): Promise<boolean> => {
  const squashed = await stand(repository, await treeOf(repository, work), [since]);
  for (const one of [squashed, work]) {
    const told = await inStore(repository, ["cherry", head, one, since], { also: [128] });
    const marks = linesOf(told);
    const isEqual = marks.length > 0 && marks.every((line) => line.startsWith("-"));
    if (told.exit === 0 && isEqual && (await isVerbatim(repository, head, since, one))) return true;
  }
  return false;
};

const alongOf = async (
  repository: Repository,
  head: string,
  base: string,
): Promise<readonly string[]> =>
  linesOf(
    await inStore(
      repository,
      ["log", `--max-count=${mostAlong}`, "--format=%h %s", `${head}..${base}`],
      { also: [128] },
    ),
  );

/** A person may have reset the branch that a merge went into, or merged where none was checked out. */
const isStill = async (
  repository: Repository,
  delivered: LandedSpan["delivered"],
  head: string,
): Promise<boolean> => {
  if (delivered === null) return false;
  const { branch, to } = delivered;
  const tip = branch === null ? head : await refAt(repository, branchRef(branch));
  return tip !== null && descends(repository, to, tip);
};

export const reachOf = async (
  repository: Repository,
  { base, head: work, delivered }: LandedSpan,
  branch: string | null = null,
): Promise<Reach> => {
  const named = branch === null ? null : await refAt(repository, branchRef(branch));
  const from = named ?? (await headIn(repository));
  const at = {
    from,
    branch: await branchOf(repository.user),
    merged: await isStill(repository, delivered, from),
  };
  if (await descends(repository, work, from)) return { is: "holds", ...at };
  const since =
    delivered !== null && (await descends(repository, delivered.to, from)) ? delivered.head : base;
  if (since === work) return { is: "holds", ...at };
  const own = await usersBase(repository, base);
  const below = since === base ? own : since;
  // The checkout is where the run began: nothing in it can hold the work.
  if (below === from) return { is: "follows", ...at };
  if (await isIn(repository, from, since, work)) return { is: "holds", ...at };
  if (await descends(repository, below, from)) return { is: "follows", ...at };
  const along = await alongOf(repository, from, own);
  return { is: "apart", ...at, since, along };
};

type Put = { readonly commit: string; readonly tree: string };
type PutOrNot = Put | { readonly conflicts: MergedTree["conflicts"] };

/** The commit's author and message, on another parent and in the user's name. */
const again = async (
  repository: Repository,
  commit: string,
  tree: string,
  parent: string,
): Promise<string> => {
  const told = await inStore(repository, ["log", "-1", "--format=%an%n%ae%n%aI%n%cI%n%B", commit]);
  const [name = "", email = "", date = "", landed = "", ...message] = told.out
    .toString("utf8")
    .split("\n");
  const env = {
    ...signedBy((await userIn(repository)) ?? undefined),
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_AUTHOR_DATE: date,
    // On the same parent it is the same commit, which a push may repeat.
    GIT_COMMITTER_DATE: landed,
  };
  const input = `${message.join("\n").trimEnd()}\n`;
  return lineOf(
    await inStore(repository, ["commit-tree", tree, "-p", parent, "-F", "-"], { input, env }),
  );
};

/** Landing by landing, each a commit; what changes nothing there is left out. */
const replayed = async (
  repository: Repository,
  from: string,
  since: string,
  work: string,
): Promise<PutOrNot> => {
  const words = ["rev-list", "--first-parent", "--reverse", "--parents", `${since}..${work}`];
  let put: Put = { commit: from, tree: await treeOf(repository, from) };
  for (const line of linesOf(await inStore(repository, words))) {
    const [commit = "", parent = since] = line.split(" ");
    const { tree, conflicts } = await threeWay(repository, parent, put.commit, commit);
    if (conflicts.length > 0) return { conflicts };
    if (tree !== put.tree)
      put = { commit: await again(repository, commit, tree, put.commit), tree };
  }
  return put;
};

/** All landings in one, where one of them conflicts and their sum doesn't. */
const summed = async (
  repository: Repository,
  from: string,
  since: string,
  work: string,
  message: string,
): Promise<PutOrNot> => {
  const { tree, conflicts } = await threeWay(repository, since, from, work);
  if (conflicts.length > 0) return { conflicts };
  if (tree === (await treeOf(repository, from))) return { commit: from, tree };
  return {
    commit: await commitTree(
      repository,
      tree,
      [from],
      message,
      (await userIn(repository)) ?? undefined,
    ),
    tree,
  };
};

const putBy = async (
  repository: Repository,
  reach: Exclude<Reach, { is: "holds" }>,
  work: string,
  how: PutHow,
): Promise<PutOrNot> => {
  const { from } = reach;
  if (reach.is === "follows") {
    const { tree, conflicts } = await mergeTrees(repository, from, work);
    return conflicts.length > 0 ? { conflicts } : { commit: work, tree };
  }
  const one = await replayed(repository, from, reach.since, work);
  return "conflicts" in one ? summed(repository, from, reach.since, work, how.message) : one;
};

export const onto = async (
  repository: Repository,
  site: Site,
  landed: LandedSpan,
  how: PutHow,
): Promise<Onto> => {
  const { review } = how;
  const reach = await reachOf(repository, landed, review);
  const { from, branch } = reach;
  const held = async (): Promise<Onto> => {
    const below = await descends(repository, landed.head, from);
    if (review !== undefined) return { is: "holds", unsaid: null, below };
    await clearKilled(repository);
    return { is: "holds", unsaid: await unsaidIn(repository, site, branch), below };
  };
  if (reach.is === "holds") return held();
  const along = reach.is === "apart" ? reach.along : [];
  const isPlain = how.as === "plain";
  if (reach.is === "follows" && isPlain) return { is: "follows" };
  const put = await putBy(repository, reach, landed.head, how);
  if ("conflicts" in put) return { is: "conflict", files: put.conflicts, along };
  if (put.commit === from) return held();
  const parents = how.as === "merge" ? [from, put.commit] : [from];
  const commit = isPlain
    ? put.commit
    : await commitTree(
        repository,
        put.tree,
        parents,
        how.message,
        (await userIn(repository)) ?? undefined,
      );
  await workRef(repository, site, commit);
  if (review !== undefined) await bringToUser(repository, site, commit);
  return { is: "put", from, to: { commit, tree: put.tree }, apart: reach.is === "apart", along };
};
