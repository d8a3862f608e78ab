// Run branch in the user's repository, moved by compare and swap and never while checked out.
import { join } from "node:path";
import { Fault } from "../../core/refusal.ts";
import { namesIn, trimmedText } from "../disk/look.ts";
import type { Moved } from "../places.ts";
import { branchRef, refAt, refsBelow } from "./refs.ts";
import { descends, durable, inUsers, type Repository } from "./repository.ts";
import { updateRef } from "./update-ref.ts";

/** Git lists a working tree during a rebase as detached, though it moves the branch in the end. */
const isHeld = ({ user }: Repository, branch: string): boolean => {
  const trees = join(user.common, "worktrees");
  const own = [user.common, ...namesIn(trees).map((name) => join(trees, name))];
  return own.some(
    (folder) =>
      trimmedText(join(folder, "HEAD")) === `ref: ${branchRef(branch)}` ||
      ["rebase-merge", "rebase-apply"].some(
        (kind) => trimmedText(join(folder, kind, "head-name")) === branchRef(branch),
      ),
  );
};

/** Whether any working tree of the repository has the branch checked out. */
export const isCheckedOut = async (repository: Repository, branch: string): Promise<boolean> => {
  const { out } = await inUsers(repository, ["worktree", "list", "--porcelain", "-z"]);
  const lines = out.toString("utf8").split("\0");
  return lines.includes(`branch ${branchRef(branch)}`) || isHeld(repository, branch);
};

/** Some file systems don't distinguish case, and no name may be below another. */
export const freeName = async (repository: Repository, name: string): Promise<string> => {
  const there = (await refsBelow(inUsers, repository, branchRef(""))).map(({ ref }) =>
    ref.toLowerCase(),
  );
  const isFree = (one: string): boolean => {
    const ref = branchRef(one).toLowerCase();
    return !there.some(
      (other) => other === ref || other.startsWith(`${ref}/`) || ref.startsWith(`${other}/`),
    );
  };
  // A branch "cairn" leaves no room for others below it.
  const plain = there.includes(branchRef(name.split("/")[0] ?? "")) ? name.replace("/", "-") : name;
  for (let n = 1; ; n += 1) {
    const one = n === 1 ? plain : `${plain}-${n}`;
    if (isFree(one)) return one;
  }
};

export const moveBranch = async (
  repository: Repository,
  branch: string,
  to: string,
  from: string | null,
): Promise<Moved> => {
  const ref = branchRef(branch);
  const stands = await refAt(repository, ref);
  if (stands === to) return { is: "moved" };
  // The branch may show an older landing: it isn't moved while checked out.
  const isOurs =
    stands === null ||
    stands === from ||
    (from !== null && (await descends(repository, stands, to)));
  if (!isOurs) return { is: "foreign", commit: stands };
  if (await isCheckedOut(repository, branch)) return { is: "checkedOut" };
  const old = stands ?? "0".repeat(to.length);
  const moved = await updateRef(inUsers, repository, ["-m", "cairn: landed", ref, to, old], {
    also: [1, 128],
    env: durable,
  });
  if (moved.exit === 0) return { is: "moved" };
  const now = await refAt(repository, ref);
  if (now !== null && now !== stands)
    return now === to ? { is: "moved" } : { is: "foreign", commit: now };
  throw new Fault(
    "BRANCH_UNMOVED",
    `git can't move the branch ${branch}: ${moved.err.trim().slice(0, 500)}`,
    "see whether another branch's name is in the way or another git holds it, then repeat",
  );
};
