// Detection of repositories that don't support places, before anything is created.
import { join, resolve } from "node:path";
import { Fault, isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import { realOr } from "../disk/look.ts";
import { unmakeable } from "../disk/writable.ts";
import { placesFolder } from "./folder.ts";
import { objectsBy } from "../git/batch.ts";
import { type Ask, lineOf } from "../git/git.ts";
import { treeEntries } from "../git/trees.ts";
import { headOf } from "../git/head.ts";
import { settingsOf } from "../git/settings.ts";
import { unfinishedIn } from "../git/unfinished.ts";
import { filtersIn, isNeeded } from "./demands.ts";
import { lackingLfs, missingLfs, withLfs } from "./lfs.ts";
import {
  checkOutside,
  type Git,
  inUsers,
  type Repository,
  repositoryAt,
  settingOf,
} from "./repository.ts";

/** Introduced `git merge-tree --write-tree`. */
const least = [2, 38] as const;

const versionRefusal = async (git: Git, root: string): Promise<Refusal | null> => {
  const told = lineOf(await git({ cwd: root, args: ["version"] }));
  const [, major = "0", minor = "0"] = /(\d+)\.(\d+)/u.exec(told) ?? [];
  const isOld =
    Number(major) < least[0] || (Number(major) === least[0] && Number(minor) < least[1]);
  return isOld
    ? refuse("GIT_OLD", `${told} is too old: jobs need git ${least.join(".")} or newer`, {
        fits: "install a newer git",
      })
    : null;
};

const diskRefusal = (folder: string): Refusal | null => {
  const fault = unmakeable(folder);
  return fault === null ? null : refuse(fault.code, fault.message, { fits: fault.hint });
};

/** Reasons that need no git. */
const folderRefusal = ({ root, user }: Repository): Refusal | null => {
  if (user.bare)
    return refuse("REPOSITORY_BARE", `${root} is a bare repository: it has no working tree`, {
      fits: "make one with `git worktree add`, and start there",
    });
  if (user.common.includes("\n"))
    return refuse(
      "REPOSITORY_NAMELESS",
      `the path of the repository ${JSON.stringify(root)} holds a line break`,
      { fits: "rename that folder" },
    );
  const said = settingsOf(user);
  if (/partialclone|promisor/iu.test(said))
    return refuse("REPOSITORY_PARTIAL", `${root} is a partial clone: contents are missing in it`, {
      fits: "clone it whole (`git clone` without --filter), and start there",
    });
  return null;
};

/** Files elsewhere than beside `.git` aren't read or written. */
export const elsewhere = async (repository: Repository): Promise<Refusal | null> => {
  const { root, user } = repository;
  // Git ignores the setting in an added worktree.
  if (user.own !== user.common || !/worktree|include/iu.test(settingsOf(user))) return null;
  const named = await settingOf(repository, "core.worktree");
  return named === "" || realOr(resolve(user.own, named)) === root
    ? null
    : refuse("REPOSITORY_ELSEWHERE", `core.worktree names ${named} for the files of ${root}`, {
        fits: `take that setting back with \`git config --unset core.worktree\`, or make a working tree with \`git worktree add\``,
      });
};

/** Contents that git-lfs would fetch for what is checked out, or is to be. */
const lfsRefusal = async (repository: Repository): Promise<Refusal | null> => {
  const { root } = repository;
  if (withLfs(repository).lfs === undefined)
    return refuse("LFS_MISSING", `${root} has files of Git LFS, which isn't installed`, {
      fits: "install git-lfs, then repeat",
    });
  const storage = await settingOf(repository, "lfs.storage", true);
  if (storage !== "")
    return refuse(
      "LFS_MISSING",
      `contents of Git LFS are in ${storage}, not in .git/lfs of ${root}`,
      {
        fits: "unset lfs.storage, and fetch them with `git lfs fetch`",
      },
    );
  const paths = await lackingLfs(repository);
  if (paths.length === 0) return null;
  const { code, message, hint } = missingLfs(root, paths);
  return refuse(code, message, { fits: hint });
};

const contentRefusal = async (repository: Repository): Promise<Refusal | null> => {
  const { root, user } = repository;
  const ask: Ask = (args, rest) => inUsers(repository, args, rest);
  const ids = (await treeEntries(ask, "HEAD")).flatMap(({ name, id }) =>
    /(?:^|\/)\.gitattributes$/u.test(name) ? [id] : [],
  );
  const found = await objectsBy(ask, ids);
  const texts = found.map((one) => one?.bytes.toString("latin1") ?? "").join("\n");
  const { trimmedText } = await import("../disk/look.ts");
  const asked = new Set(filtersIn(texts));
  const own = filtersIn(trimmedText(join(user.common, "info", "attributes")) ?? "");
  for (const name of new Set([...asked, ...own])) {
    if (name === "lfs" && !own.includes(name)) continue;
    if (name === "lfs" || (await isNeeded(repository, name)))
      return refuse(
        "REPOSITORY_FILTERED",
        `${root} has files that the filter ${JSON.stringify(name)} turns into others (.gitattributes)`,
        { fits: "start in a repository without required filters such as git-crypt" },
      );
  }
  return asked.has("lfs") ? lfsRefusal(repository) : null;
};

/** Why jobs can't have places in this working tree; null: they can. */
/** Git is unusable; or HOME is a repository, so that places would be untracked files in it. */
const reasons: readonly string[] = ["GIT_MISSING", "GIT_REFUSED", "PLACES_INSIDE"];
const orRefused = async <T>(look: () => Promise<T> | T): Promise<T | Refusal> => {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof Fault) || !reasons.includes(error.code)) throw error;
    return refuse(error.code, error.message, { fits: error.hint });
  }
};

/** Conflict markers of a merge under way would be taken along. */
const unfinishedRefusal = async ({ root }: Repository): Promise<Refusal | null> => {
  const unfinished = await unfinishedIn({ root, place: null, ignores: [] });
  return unfinished === null
    ? null
    : refuse(
        "CHECKOUT_UNFINISHED",
        `a ${unfinished} is under way in ${root}: its changes can't be taken along`,
        {
          fits: "finish or abort it there (`git status` says how), or start without --with-changes",
        },
      );
};

export const unfit = async (root: string, git: Git, changes: boolean): Promise<Refusal | null> => {
  const old = await orRefused(() => versionRefusal(git, realOr(root)));
  if (old !== null) return old;
  const repository = await orRefused(() => repositoryAt(root, git));
  if (isRefusal(repository)) return repository;
  if (repository === null) {
    // Its first run creates one.
    const folder = realOr(placesFolder());
    const inside = await orRefused(() => checkOutside(folder, realOr(root)));
    return isRefusal(inside) ? inside : diskRefusal(folder);
  }
  const early = folderRefusal(repository) ?? diskRefusal(repository.folder);
  if (early !== null) return early;
  const said = await elsewhere(repository);
  if (said !== null) return said;
  if ((await headOf(repository.user)) === null)
    return refuse("REPOSITORY_EMPTY", `${root} has no commit at HEAD, and a run begins from one`, {
      fits: 'make the first commit: git add --all && git commit -m "Begin"; or check a branch with commits out',
    });
  return (await contentRefusal(repository)) ?? (changes ? unfinishedRefusal(repository) : null);
};
