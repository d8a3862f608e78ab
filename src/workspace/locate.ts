// Lookup of the working tree and Cairn's folder, equal from every folder and worktree, without a git process.
import { existsSync, lstatSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { Fault } from "../core/refusal.ts";
import { asTyped } from "../core/words/shell-word.ts";
import { realRoot } from "./confine.ts";
import { isFolder, trimmedText } from "./disk/look.ts";
import type { Ground } from "./ground.ts";

/** `own`: the git directory of this working tree. `common`: the one shared by all its worktrees. `kept`: Cairn maintains it for a folder without a repository. */
export type GitFolders = {
  readonly top: string;
  readonly own: string;
  readonly common: string;
  readonly bare: boolean;
  readonly kept: boolean;
};
export type Located = {
  /** The top of the working tree, absolute, symbolic links resolved. */
  readonly root: string;
  /** The proper location of Cairn's folder, with ledger, spool, anchors and stored contents. */
  readonly home: string;
  /** The base of runs' relative roots, which contains the repository's configuration. */
  readonly base: string;
  readonly git: GitFolders | null;
};

const isGitFolder = (path: string): boolean =>
  existsSync(join(path, "HEAD")) &&
  (existsSync(join(path, "commondir")) || isFolder(join(path, "objects")));

/** Determined by the path alone: a job in the checkout could write the file `commondir`. */
const commonOf = (own: string): string => {
  const around = dirname(dirname(own));
  return basename(dirname(own)) === "worktrees" && isGitFolder(around) ? around : own;
};

/** In a world-writable folder (like /tmp) anyone may create a name: there it is accepted only if owned by this user or the folder's owner. */
export const isThere = (folder: string, name: string): boolean => {
  const stat = lstatSync(join(folder, name), { throwIfNoEntry: false });
  const user = process.geteuid?.();
  if (stat === undefined || user === undefined) return stat !== undefined;
  const around = lstatSync(folder);
  return (around.mode & 0o002) === 0 || stat.uid === user || stat.uid === around.uid;
};

/** Where Cairn maintains the repository of a folder that has none. */
export const keptIn = (folder: string): string => join(folder, ".cairn", "git");

/** Where `.git` of a folder leads, whether a git directory is there or not. */
const ledTo = (folder: string): string => {
  const mark = join(folder, ".git");
  const isFile = lstatSync(mark, { throwIfNoEntry: false })?.isFile() === true;
  const text = isFile ? trimmedText(mark) : null;
  return text === null ? mark : resolve(folder, /^gitdir: (.+)$/.exec(text)?.[1] ?? "");
};

/** The git directory of a working tree with its top here; null: not a top. */
const gitAt = (folder: string): GitFolders | null => {
  if (isThere(folder, ".git")) {
    const own = ledTo(folder);
    if (isGitFolder(own))
      return {
        top: folder,
        own: realpathSync(own),
        common: commonOf(realpathSync(own)),
        bare: false,
        kept: false,
      };
  }
  if (
    isThere(folder, "HEAD") &&
    isFolder(join(folder, "refs")) &&
    isFolder(join(folder, "objects"))
  ) {
    return { top: folder, own: folder, common: folder, bare: true, kept: false };
  }
  const kept = keptIn(folder);
  return isThere(folder, ".cairn") && isGitFolder(kept)
    ? { top: folder, own: kept, common: kept, bare: false, kept: true }
    : null;
};

const upward = function* (from: string): Generator<string> {
  for (let folder = from; ; folder = dirname(folder)) {
    yield folder;
    if (dirname(folder) === folder) return;
  }
};

/** The git folders for this place; null: not in a repository. */
export const gitAround = (place: string): GitFolders | null => {
  for (const folder of upward(place)) {
    const found = gitAt(folder);
    if (found !== null) return found;
  }
  return null;
};

/** A submodule's git directory is far from its files and names their location. */
const treeOfModule = (common: string): string | null => {
  const config = trimmedText(join(common, "config")) ?? "";
  const said = /^\s*worktree\s*=\s*"?([^"\n]+?)"?\s*$/m.exec(config)?.[1];
  return said === undefined ? null : resolve(common, said);
};

/** The folder that represents the repository in all its worktrees. */
const beside = (git: GitFolders): string => {
  if (git.kept) return git.top;
  if (basename(git.common) === ".git") return dirname(git.common);
  return (git.bare ? null : treeOfModule(git.common)) ?? git.common;
};

/** The repository's name, equal in all its worktrees: that of the folder with the shared git directory. */
export const repositoryName = (git: GitFolders): string => {
  const folder = beside(git);
  return basename(folder) === basename(git.common)
    ? basename(folder).replace(/\.git$/, "")
    : basename(folder);
};

const inGit = (git: GitFolders): Located => {
  const base = beside(git);
  const home = join(git.common, "cairn");
  const before = join(base, ".cairn");
  if (!isFolder(home) && isThere(base, ".cairn") && existsSync(join(before, "ledger.db")))
    throw new Fault(
      "HOME_BEFORE_GIT",
      `the record of ${base} is in ${before}: it was begun before this was a git repository`,
      `while nothing uses it, move it to where it is safe from \`git clean\`: mv ${asTyped(before)} ${asTyped(home)}`,
    );
  return { root: git.top, home, base, git };
};

const plain = (root: string): Located => {
  const home = join(root, ".cairn");
  return { root, home, base: root, git: null };
};

/** What was a repository is no plain folder: the user's files would get another one. An empty `.git` folder, or one that git passes over too, says nothing. */
const checkLed = (folder: string): void => {
  const mark = join(folder, ".git");
  const own = ledTo(folder);
  if (!isThere(folder, ".git") || isGitFolder(own)) return;
  const stat = statSync(mark, { throwIfNoEntry: false });
  if (stat === undefined || stat.isFile())
    throw new Fault(
      "GIT_BROKEN",
      `${mark} leads to no git directory${own === mark || own === folder ? "" : `: none is at ${own}`}`,
      `where its main repository was moved to, \`git worktree repair ${asTyped(folder)}\` leads here again; if this is to be no repository any more, remove that .git`,
    );
  if (["HEAD", "objects", "refs", "cairn"].some((part) => existsSync(join(mark, part))))
    throw new Fault(
      "GIT_BROKEN",
      `${mark} is no whole git directory any more`,
      "see what is missing there (`git status` says so); if this is to be no repository any more, move that .git away",
    );
};

const markedAround = (from: string): string | undefined =>
  [...upward(from)].find((folder) =>
    [".cairn", "cairn.config.json"].some((name) => isThere(folder, name)),
  );

/**
 * Finds the working tree and Cairn's folder: `cairn` in the shared git directory; without git `.cairn` in the root.
 * @param rootFlag the folder to start from instead of `cwd`; without git it is the root itself
 */
export const locate = (cwd: string, rootFlag?: string): Located => {
  const asked = resolve(cwd, rootFlag ?? ".");
  if (!isFolder(asked))
    throw new Fault(
      "ROOT_MISSING",
      `${asked} is no folder`,
      "name a folder that is there with --root",
    );
  const from = realpathSync(asked);
  const git = gitAround(from);
  for (const folder of upward(from)) {
    checkLed(folder);
    if (folder === git?.top) break;
  }
  if (git !== null) return git.kept ? plain(git.top) : inGit(git);
  if (rootFlag !== undefined) return plain(from);
  return plain(markedAround(from) ?? from);
};

/** Whether there is something for Cairn to work on. An empty `.git` is no repository: sandboxes of agents leave one in /tmp. */
export const isProject = (place: string): boolean =>
  gitAround(place) !== null || markedAround(place) !== undefined;

/** The repository of the ground's working tree; null: none. */
export const repositoryOf = (ground: Ground): GitFolders | null => gitAround(realRoot(ground));
