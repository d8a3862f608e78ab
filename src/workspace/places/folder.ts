// Where the places of a repository's jobs lie on this machine.
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { digest } from "../../core/hash.ts";
import { realOr } from "../disk/look.ts";
import { gitAround, type GitFolders, repositoryName } from "../locate.ts";

const stateFolder = (): string => {
  const { CAIRN_PLACES: named, XDG_STATE_HOME: xdg } = process.env;
  if (named !== undefined && isAbsolute(named)) return named;
  return join(xdg !== undefined && isAbsolute(xdg) ? xdg : join(homedir(), ".local", "state"), "cairn", "places");
};

/** One a repository, whichever of its working trees is meant. */
export const folderOf = (user: GitFolders): string => {
  const name = repositoryName(user)
    .replaceAll(/[^\w.-]/gu, "_")
    .slice(0, 60);
  return join(realOr(stateFolder()), `${name}-${digest(user.common).slice(0, 12)}`);
};
export const storeIn = (folder: string): string => join(folder, "store.git");

/** The bare repository beside that of a working tree. Costs no process, and makes nothing. */
export const storeOf = (root: string): string => {
  const user = gitAround(realOr(root));
  return user === null ? "" : storeIn(folderOf(user));
};
