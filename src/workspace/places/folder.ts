// Where the places of a repository's jobs lie on this machine.
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { digest } from "../../core/hash.ts";
import { realOr } from "../disk/look.ts";
import { gitAround, type GitFolders, repositoryName } from "../locate.ts";

/** Where the places of all repositories lie. */
export const placesFolder = (): string => {
  const { CAIRN_PLACES: named, XDG_STATE_HOME: xdg } = process.env;
  if (named !== undefined && isAbsolute(named)) return named;
  return join(
    xdg !== undefined && isAbsolute(xdg) ? xdg : join(homedir(), ".local", "state"),
    "cairn",
    "places",
  );
};

/** One a repository, whichever of its working trees is meant. */
export const folderOf = (user: GitFolders): string => {
  const name = repositoryName(user)
    .replaceAll(/[^\w.-]/gu, "_")
    .slice(0, 60);
  return join(realOr(placesFolder()), `${name}-${digest(user.common).slice(0, 12)}`);
};
export const storeIn = (folder: string): string => join(folder, "store.git");

/** Where commits of a working tree's runs are: the bare repository beside its own; where that isn't (yet), its own has what landed. Costs no process, and makes nothing. */
export const storeOf = (root: string): string => {
  const user = gitAround(realOr(root));
  if (user === null) return "";
  const store = storeIn(folderOf(user));
  return existsSync(store) ? store : user.common;
};
