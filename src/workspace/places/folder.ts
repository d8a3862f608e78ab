// Folder of a repository's places on this machine.
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { digest } from "../../core/hash.ts";
import { realOr } from "../disk/look.ts";
import { gitAround, type GitFolders, repositoryName } from "../locate.ts";

/** The folder of all repositories' places. */
export const placesFolder = (): string => {
  const { CAIRN_PLACES: named, XDG_STATE_HOME: xdg } = process.env;
  if (named !== undefined && isAbsolute(named)) return named;
  return join(
    xdg !== undefined && isAbsolute(xdg) ? xdg : join(homedir(), ".local", "state"),
    "cairn",
    "places",
  );
};

/** One per repository, for all its working trees. */
export const folderOf = (user: GitFolders): string => {
  const name = repositoryName(user)
    .replaceAll(/[^\w.-]/gu, "_")
    .slice(0, 60);
  return join(realOr(placesFolder()), `${name}-${digest(user.common).slice(0, 12)}`);
};
export const storeIn = (folder: string): string => join(folder, "store.git");

/** Where commits of a working tree's runs are: the bare repository beside its own; if missing, its own has the landed ones. Starts no process, and creates nothing. */
export const storeOf = (root: string): string => {
  const user = gitAround(realOr(root));
  if (user === null) return "";
  const store = storeIn(folderOf(user));
  return existsSync(store) ? store : user.common;
};
