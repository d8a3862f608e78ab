// Why: where HEAD stands is asked with every measurement, and mostly a file says it: no process is paid for that.
import { homedir } from "node:os";
import { join } from "node:path";
import { trimmedText } from "../disk/look.ts";
import type { GitFolders } from "../locate.ts";
import { git, type GitCall } from "./git.ts";

const commitIn = (line: string | null): string | null => (line !== null && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(line) ? line : null);
const branchIn = (line: string | null): string | null => /^ref: refs\/heads\/(.+)$/.exec(line ?? "")?.[1] ?? null;

const ask = async (repository: GitFolders, words: readonly string[], rest: Pick<GitCall, "settings"> = {}): Promise<string | null> => {
  const asked = await git({ cwd: repository.top, args: [`--git-dir=${repository.own}`, ...words], also: [1], ...rest });
  return asked.out.toString("utf8").trim() || null;
};

/** The commit that is checked out; null: there is none yet. A loose ref is right whatever is packed; all else is git's to say. */
export const headOf = async (repository: GitFolders): Promise<string | null> => {
  const head = trimmedText(join(repository.own, "HEAD"));
  const branch = branchIn(head);
  const plain = branch === null ? commitIn(head) : commitIn(trimmedText(join(repository.common, "refs", "heads", branch)));
  return plain ?? ask(repository, ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]);
};

/** The branch that is checked out; null: none. The newer kind of ref storage keeps no readable HEAD: git is asked. */
export const branchOf = async (repository: GitFolders): Promise<string | null> => {
  const name = branchIn(trimmedText(join(repository.own, "HEAD")));
  return name === ".invalid" ? ask(repository, ["symbolic-ref", "--short", "--quiet", "HEAD"]) : name;
};

const textsOf = (files: readonly string[]): string => files.map((file) => trimmedText(file) ?? "").join("\n");

/** What the repository's own settings say, without what they include. */
export const settingsOf = ({ own, common }: GitFolders): string =>
  textsOf([join(own, "config"), join(own, "config.worktree"), ...(own === common ? [] : [join(common, "config")])]);

/** Where the user's own settings lie, and the system's. */
const settingsFiles = (): readonly string[] => {
  const { GIT_CONFIG_GLOBAL: named, XDG_CONFIG_HOME: xdg } = process.env;
  const home = homedir();
  return [
    "/etc/gitconfig",
    ...(named === undefined ? [join(home, ".gitconfig"), join(xdg ?? join(home, ".config"), "git/config")] : [named]),
  ];
};

/** The ignore file that settings name, the repository's, the user's or the system's; git is asked only where one may. */
export const excludesOf = async (repository: GitFolders): Promise<string | null> => {
  const said = `${settingsOf(repository)}\n${textsOf(settingsFiles())}`;
  if (!/excludesfile|include/i.test(said)) return null;
  return ask(repository, ["config", "--type=path", "--get", "core.excludesFile"], { settings: true });
};
