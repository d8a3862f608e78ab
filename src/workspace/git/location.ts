// Git directories with a ground's work: for a working tree the user's and the store of digests, for a commit its own.
import type { Path } from "../../core/row.ts";
import { isWithin } from "../../core/within.ts";
import { absolute, realRoot } from "../confine.ts";
import { realOr } from "../disk/look.ts";
import { type GitFolders, repositoryOf } from "../locate.ts";
import type { Ground } from "../workspace.ts";
import { type GitCall, readable } from "./git.ts";
import { isInAny, locatedIgnores } from "./ignored.ts";
import { openTreeStore } from "./tree-store.ts";

/** The parts of a git call that select the repository. */
export type GitLocation = Required<Pick<GitCall, "cwd" | "env">>;

export const inDirectory = (git: string, cwd = git): GitLocation => ({
  cwd,
  env: { GIT_DIR: git },
});
export const inRepository = ({ own, top }: GitFolders): GitLocation => inDirectory(own, top);

/** The repository with trees of the work. */
export const treesOf = async (home: string, ground: Ground): Promise<GitLocation> => {
  if (ground.at !== undefined) return inDirectory(ground.at.git);
  const { root, env } = await openTreeStore(home, realRoot(ground));
  return { cwd: root, env };
};

/** The repository with its commits; null: none. */
export const commitsOf = (ground: Ground): GitLocation | null => {
  if (ground.at !== undefined) return inDirectory(ground.at.git);
  const repository = repositoryOf(ground);
  return repository === null ? null : inRepository(repository);
};

/** Tests which paths of its trees aren't work. Measured trees of a working tree lack them already. */
export const leftOut = (ground: Ground): ((path: Path) => boolean) =>
  ground.at === undefined ? () => false : isInAny(locatedIgnores(ground).map(readable));

/** The path relative to the root within the ground's commit; null: it is read from disk. */
export const pathInCommit = ({ root, place, at }: Ground, path: Path): Path | null => {
  const named = absolute(root, path);
  if (at === undefined || named.includes("\0")) return null;
  if (place !== null && [place, realOr(place)].some((folder) => isWithin(folder, named)))
    return null;
  const top = [root, realOr(root)].find((folder) => isWithin(folder, named));
  // A trailing slash stays: it asks for a folder.
  return top === undefined ? null : named.slice(top.length).replace(/^\/+/u, "");
};
