// Changed paths between two trees, and which commits there are, from git.
import { isCommitId } from "../../core/commit-id.ts";
import type { Change } from "../../core/protocol.ts";
import { Fault } from "../../core/refusal.ts";
import type { Ground } from "../workspace.ts";
import { type GitLocation, gitOf, leftOut } from "./location.ts";
import { git, readable, splitNames } from "./git.ts";

const isId = (text: string): boolean => /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(text);

const hows: Readonly<Record<string, Change["how"]>> = { A: "added", D: "deleted" };

/** The ids that are existing trees. */
export const areThere = async (
  asked: GitLocation,
  trees: readonly string[],
): Promise<readonly boolean[]> => {
  const ids = trees.filter(isId);
  if (ids.length === 0) return trees.map(() => false);
  const args = ["cat-file", "--batch-check=%(objecttype)"];
  const { out } = await git({ ...asked, args, input: ids.map((id) => `${id}\n`).join("") });
  const types = out.toString().split("\n");
  return trees.map((tree) => types[ids.indexOf(tree)] === "tree");
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
  const args = ["cat-file", "--batch-check=%(objecttype)"];
  const types = await git({ ...asked, args, input: ids.map((id) => `${id}^{commit}\n`).join("") });
  const lines = types.out.toString().split("\n");
  for (const [index, id] of ids.entries()) found[id] = lines[index] === "commit";
  return found;
};
