// Detection of an unfinished merge, rebase, cherry-pick, revert or stash in the tree.
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Ground } from "../workspace.ts";
import { repositoryOf } from "../locate.ts";
import { gitIn } from "./git.ts";

/** An unfinished operation in a working tree; conflict: files that git couldn't merge, as a stash leaves them. */
export type Unfinished = "merge" | "rebase" | "cherry-pick" | "revert" | "bisect" | "conflict";

/** In the working tree's git directory; a rebase may include a cherry-pick. */
const marks: readonly (readonly [name: string, what: Unfinished])[] = [
  ["rebase-merge", "rebase"],
  ["rebase-apply", "rebase"],
  ["MERGE_HEAD", "merge"],
  ["CHERRY_PICK_HEAD", "cherry-pick"],
  ["REVERT_HEAD", "revert"],
  ["BISECT_LOG", "bisect"],
];

/** null: none, or no repository. Faults: git's. */
export const unfinishedIn = async (ground: Ground): Promise<Unfinished | null> => {
  const repository = repositoryOf(ground);
  if (repository === null || repository.bare) return null;
  const what = marks.find(([name]) => existsSync(join(repository.own, name)))?.[1];
  if (what !== undefined) return what;
  const words = [`--work-tree=${repository.top}`, "ls-files", "--unmerged", "-z"];
  return (await gitIn(repository, words)).out.length === 0 ? null : "conflict";
};
