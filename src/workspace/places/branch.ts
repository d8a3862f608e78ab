// The run branch in the user's repository, moved by compare and swap and never where it is checked out.
import { join } from "node:path";
import { Fault } from "../../core/refusal.ts";
import { namesIn, trimmedText } from "../disk/look.ts";
import type { Moved } from "../places.ts";
import { refAt } from "./keep.ts";
import { durable, inUsers, type Repository } from "./repository.ts";

export const branchRef = (branch: string): string => `refs/heads/${branch}`;

/** Git lists a working tree in which a branch is being rebased as detached, and moves the branch in the end. */
const isRebased = ({ user }: Repository, branch: string): boolean => {
  const trees = join(user.common, "worktrees");
  const own = [user.common, ...namesIn(trees).map((name) => join(trees, name))];
  return own.some((folder) =>
    ["rebase-merge", "rebase-apply"].some((kind) => trimmedText(join(folder, kind, "head-name")) === branchRef(branch)),
  );
};

/** Whether any working tree of the repository has the branch checked out. */
export const isCheckedOut = async (repository: Repository, branch: string): Promise<boolean> => {
  const { out } = await inUsers(repository, ["worktree", "list", "--porcelain", "-z"]);
  const lines = out.toString("utf8").split("\0");
  return lines.includes(`branch ${branchRef(branch)}`) || isRebased(repository, branch);
};

const isAncestor = async (repository: Repository, commit: string, of: string): Promise<boolean> =>
  (await inUsers(repository, ["merge-base", "--is-ancestor", commit, of], { also: [1, 128] })).exit === 0;

export const moveBranch = async (repository: Repository, branch: string, to: string, from: string | null): Promise<Moved> => {
  const ref = branchRef(branch);
  const stands = await refAt(repository, ref);
  if (stands === to) return { is: "moved" };
  // What it shows already may be an older landing: while it was checked out it stayed behind.
  const isOurs = stands === null || stands === from || (from !== null && (await isAncestor(repository, stands, to)));
  if (!isOurs) return { is: "foreign", commit: stands };
  if (await isCheckedOut(repository, branch)) return { is: "checkedOut" };
  const old = stands ?? "0".repeat(to.length);
  const moved = await inUsers(repository, ["update-ref", "-m", "cairn: landed", ref, to, old], { also: [1, 128], env: durable });
  if (moved.exit === 0) return { is: "moved" };
  const now = await refAt(repository, ref);
  if (now !== null && now !== stands) return now === to ? { is: "moved" } : { is: "foreign", commit: now };
  throw new Fault(
    "BRANCH_UNMOVED",
    `git can't move the branch ${branch}: ${moved.err.trim().slice(0, 500)}`,
    "see whether another branch's name is in the way or another git holds it, then repeat",
  );
};
