// Changed paths between two trees, and which commits there are, from git.
import { isCommitId, isFullId } from "../../core/commit-id.ts";
import type { Change } from "../../core/protocol.ts";
import { Fault } from "../../core/refusal.ts";
import type { Ground } from "../workspace.ts";
import { type GitLocation, gitOf, leftOut } from "./location.ts";
import { infoOf } from "./batch.ts";
import { type Ask, git, readable, splitNames } from "./git.ts";

const askIn =
  (asked: GitLocation): Ask =>
  (args, rest) =>
    git({ ...asked, ...rest, args });

const hows: Readonly<Record<string, Change["how"]>> = { A: "added", D: "deleted" };

/** The ids that are existing trees. */
export const areThere = async (
  asked: GitLocation,
  trees: readonly string[],
): Promise<readonly boolean[]> => {
  const ids = trees.filter(isFullId);
  const found = await infoOf(askIn(asked), ids);
  return trees.map((tree) => found[ids.indexOf(tree)]?.type === "tree");
};

/** Paths that differ between two existing trees. */
export const differing = async (
  asked: GitLocation,
  from: string,
  to: string,
): Promise<readonly Change[]> => {
  const args = ["diff-tree", "-r", "-z", "--no-renames", "--name-status", from, to];
  const fields = splitNames((await git({ ...asked, args })).out);
  const changes: Change[] = [];
  for (let index = 0; index + 1 < fields.length; index += 2) {
    changes.push({
      path: readable(fields[index + 1] ?? ""),
      how: hows[fields[index] ?? ""] ?? "modified",
    });
  }
  return changes;
};

/**
 * Paths that differ between two trees. Without `from` any file may have changed, so all are listed as modified.
 * Fault TREE_UNKNOWN: `to` is missing, too.
 */
export const changedPaths = async (
  ground: Ground,
  from: string,
  to: string,
): Promise<readonly Change[]> => {
  if (from === to) return [];
  const [asked, isLeftOut] = [gitOf(ground), leftOut(ground)];
  const [there = false, known = false] = asked === null ? [] : await areThere(asked, [to, from]);
  if (asked === null || !there)
    throw new Fault(
      "TREE_UNKNOWN",
      `the repository of ${ground.root} has no tree ${to}`,
      "see whether it is whole (`git fsck` there), then repeat",
    );
  if (known) return (await differing(asked, from, to)).filter(({ path }) => !isLeftOut(path));
  const all = await git({ ...asked, args: ["ls-tree", "-r", "-z", "--name-only", to] });
  return splitNames(all.out)
    .map((name): Change => ({ path: readable(name), how: "modified" }))
    .filter(({ path }) => !isLeftOut(path));
};

/** The ids that are commits here. Only ids are accepted, shortened or full: names move. */
export const commitsExist = async (
  ground: Ground,
  commits: readonly string[],
): Promise<Readonly<Record<string, boolean>>> => {
  const found: Record<string, boolean> = Object.fromEntries(
    commits.map((commit) => [commit, false]),
  );
  const ids = commits.filter(isCommitId);
  const asked = gitOf(ground);
  if (asked === null || ids.length === 0) return found;
  const names = ids.map((id) => `${id}^{commit}`);
  for (const [index, info] of (await infoOf(askIn(asked), names)).entries())
    found[ids[index] ?? ""] = info !== null;
  return found;
};
