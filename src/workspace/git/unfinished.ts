// Why: a merge that stopped half way leaves a tree into which nothing can be brought; git tells that to whoever tries next, and not to those who wait.
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Path } from "../../core/row.ts";
import type { Ground } from "../workspace.ts";
import { repositoryOf } from "../locate.ts";
import { git, readable, splitNames } from "./git.ts";

/** What somebody began in a working tree and hasn't ended, and the files in which git couldn't decide. */
export type Unfinished = {
  readonly what: "merge" | "rebase" | "cherry-pick" | "revert" | "bisect" | "conflict";
  readonly files: readonly Path[];
};

/** In the git directory of the working tree; a rebase may hold a cherry-pick. */
const marks: readonly (readonly [name: string, what: Unfinished["what"]])[] = [
  ["rebase-merge", "rebase"],
  ["rebase-apply", "rebase"],
  ["MERGE_HEAD", "merge"],
  ["CHERRY_PICK_HEAD", "cherry-pick"],
  ["REVERT_HEAD", "revert"],
  ["BISECT_LOG", "bisect"],
];

/** What somebody began in the working tree and hasn't ended; null: nothing, or no repository. Faults: git's. */
export const unfinishedIn = async (ground: Ground): Promise<Unfinished | null> => {
  const repository = repositoryOf(ground);
  if (repository === null || repository.bare) return null;
  const args = [`--git-dir=${repository.own}`, `--work-tree=${repository.top}`, "ls-files", "--unmerged", "-z"];
  // Mode, object and stage stand before each name.
  const unmerged = splitNames((await git({ cwd: repository.top, args })).out).map((line) => line.slice(line.indexOf("\t") + 1));
  const files = [...new Set(unmerged.map(readable))];
  const what = marks.find(([name]) => existsSync(join(repository.own, name)))?.[1];
  if (what !== undefined) return { what, files };
  return files.length === 0 ? null : { what: "conflict", files };
};
