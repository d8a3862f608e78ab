// Git settings that count: ignore rules of user and system only; the repository's are checked first.
import { homedir } from "node:os";
import { join } from "node:path";
import { trimmedText } from "../disk/look.ts";
import type { GitFolders } from "../locate.ts";
import { gitIn, linesOf } from "./git.ts";

const textsOf = (files: readonly string[]): string =>
  files.map((file) => trimmedText(file) ?? "").join("\n");

/** The repository's own settings, without included files. */
export const settingsOf = ({ own, common }: GitFolders): string =>
  textsOf([
    join(own, "config"),
    join(own, "config.worktree"),
    ...(own === common ? [] : [join(common, "config")]),
  ]);

/** The files with the user's and the system's settings. */
const settingsFiles = (): readonly string[] => {
  const { GIT_CONFIG_GLOBAL: named, XDG_CONFIG_HOME: xdg } = process.env;
  const home = homedir();
  return [
    "/etc/gitconfig",
    ...(named === undefined
      ? [join(home, ".gitconfig"), join(xdg ?? join(home, ".config"), "git/config")]
      : [named]),
  ];
};

/** The ignore file in the user's or the system's settings, never the repository's, which an agent may write; asks git only if one may be set. */
export const excludesOf = async (repository: GitFolders): Promise<string | null> => {
  if (!/excludesfile|include/i.test(textsOf(settingsFiles()))) return null;
  const words = ["config", "--show-scope", "--type=path", "--get-all", "core.excludesFile"];
  const asked = await gitIn(repository, words, { also: [1], settings: true });
  const named = linesOf(asked).findLast((line) => /^(?:system|global)\t/.test(line));
  return named?.slice(named.indexOf("\t") + 1) || null;
};
