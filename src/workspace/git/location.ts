// Git directory with a ground's work: a commit's own, else the repository of the working tree.
import type { Path } from "../../core/row.ts";
import { isWithin } from "../../core/within.ts";
import { absolute } from "../confine.ts";
import { realOr } from "../disk/look.ts";
import { type GitFolders, repositoryOf } from "../locate.ts";
import type { Ground } from "../workspace.ts";
import { type GitCall, readable } from "./git.ts";
import { isInAny, locatedIgnores } from "./ignored.ts";

/** The parts of a git call that select the repository. */
export type GitLocation = Required<Pick<GitCall, "cwd" | "env">>;

const inDirectory = (git: string, cwd = git): GitLocation => ({
  cwd,
  env: { GIT_DIR: git },
});
const inRepository = ({ own, top }: GitFolders): GitLocation => inDirectory(own, top);

/** null: none. */
export const gitOf = (ground: Ground): GitLocation | null => {
  if (ground.at !== undefined) return inDirectory(ground.at.git);
  const repository = repositoryOf(ground);
  return repository === null ? null : inRepository(repository);
};

/** Tests which paths of its trees aren't work. */
export const leftOut = (ground: Ground): ((path: Path) => boolean) =>
  isInAny(locatedIgnores(ground).map(readable));

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
