// The user's repository and the engine's own beside it, with the git calls for each.
import { rmSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { Fault } from "../../core/refusal.ts";
import { isWithin } from "../../core/within.ts";
import { type Ask, type GitAnswer, type GitCall, lineOf } from "../git/git.ts";
import { gitAround, type GitFolders } from "../locate.ts";
import type { Author, Signers } from "../places.ts";
import { folderOf, storeIn } from "./folder.ts";
import { realOr } from "../disk/look.ts";
import { removeSpecial } from "./remove.ts";

export type Git = (call: GitCall) => Promise<GitAnswer>;
export type Repository = {
  /** The top of the user's working tree. */
  readonly root: string;
  readonly user: GitFolders;
  /** The engine's folder for this repository. */
  readonly folder: string;
  /** The engine's bare repository. */
  readonly store: string;
  readonly git: Git;
  /** Of a submodule: the user's git directory whose objects are read besides. */
  readonly borrows?: string;
  /** The program of Git LFS, if it is on this machine. */
  readonly lfs?: string;
};

/** Faults: PLACES_INSIDE: places would be inside one of these. PLACES_RELATIVE: CAIRN_PLACES is not an absolute path. */
export const checkOutside = (folder: string, ...around: readonly string[]): void => {
  const named = process.env["CAIRN_PLACES"] ?? "";
  if (named !== "" && !isAbsolute(named))
    throw new Fault(
      "PLACES_RELATIVE",
      `CAIRN_PLACES names ${named}, which isn't an absolute path`,
      "set it to one, such as /var/tmp/places, then repeat",
    );
  if (around.some((outer) => isWithin(outer, folder)))
    throw new Fault(
      "PLACES_INSIDE",
      `places of jobs would lie inside ${around[0]}, in ${folder}`,
      "set CAIRN_PLACES to a folder outside of it, then repeat",
    );
};

/** The repository of a working tree; null: none. Faults: PLACES_INSIDE, PLACES_RELATIVE. */
export const repositoryAt = (root: string, git: Git): Repository | null => {
  const user = gitAround(realOr(root));
  if (user === null) return null;
  const folder = folderOf(user);
  checkOutside(folder, user.top, user.common);
  return { root: user.top, user, folder, store: storeIn(folder), git };
};

type Rest = Omit<GitCall, "cwd" | "args">;

const identity = { name: "Cairn", email: "cairn@cairn.invalid" };
/** Environment that sets a commit's author. */
export const signedBy = (by: Author | Signers = identity): Readonly<Record<string, string>> => {
  const { author, committer } = "author" in by ? by : { author: by, committer: by };
  return {
    GIT_AUTHOR_NAME: author.name,
    GIT_AUTHOR_EMAIL: author.email,
    GIT_COMMITTER_NAME: committer.name,
    GIT_COMMITTER_EMAIL: committer.email,
  };
};

/** Settings as environment variables, so that faults name git's verb first. */
const settingsAs = (
  ...settings: readonly (readonly [name: string, value: string])[]
): Readonly<Record<string, string>> => ({
  GIT_CONFIG_COUNT: String(settings.length),
  ...Object.fromEntries(
    settings.flatMap(([name, value], at) => [
      [`GIT_CONFIG_KEY_${at}`, name],
      [`GIT_CONFIG_VALUE_${at}`, value],
    ]),
  ),
});
/** Loose objects are synced together, not one by one. */
const batch = ["core.fsyncMethod", "batch"] as const;
/** Everything is on disk before a reference names it. */
export const durable = settingsAs(["core.fsync", "all"], batch);
const steady = { GIT_LITERAL_PATHSPECS: "1", ...settingsAs(batch) };

/** A shallow clone's boundary applies to the store, too, which sees that clone's objects. No such file: complete history. */
const storeEnv = ({ store, user, borrows }: Repository): Readonly<Record<string, string>> => ({
  GIT_DIR: store,
  GIT_SHALLOW_FILE: join(user.common, "shallow"),
  ...(borrows === undefined
    ? {}
    : { GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(join(borrows, "objects")) }),
  ...steady,
});

export const inStore = (
  repository: Repository,
  args: readonly string[],
  rest: Rest = {},
): Promise<GitAnswer> =>
  repository.git({
    cwd: repository.root,
    args,
    ...rest,
    env: { ...storeEnv(repository), ...rest.env },
  });

export const askStore =
  (repository: Repository): Ask =>
  (args, rest) =>
    inStore(repository, args, rest);

/** In the user's repository; its settings apply, those of user and system don't. */
export const inUsers = (
  { git, root, user, folder }: Repository,
  args: readonly string[],
  rest: Rest = {},
): Promise<GitAnswer> =>
  git({
    cwd: root,
    args: [`--git-dir=${user.own}`, `--work-tree=${root}`, ...args],
    ...rest,
    env: { ...steady, GIT_GRAFT_FILE: join(folder, "no-grafts"), ...rest.env },
  });

/** A setting of the user's repository; `all`: of the user and the system, too. */
export const settingOf = async (
  { git, root, user }: Repository,
  name: string,
  all = false,
): Promise<string> => {
  const args = [`--git-dir=${user.own}`, "config", "--get", name];
  return lineOf(await git({ cwd: root, args, also: [1], settings: all }));
};

/** Between the user's repository and its remote. Sees unlanded work, and fetches into the store. */
export const withRemote = (
  { git, root, user, store }: Repository,
  args: readonly string[],
  rest: Rest = {},
): Promise<GitAnswer> =>
  git({
    cwd: root,
    args: [`--git-dir=${user.own}`, ...args],
    ...rest,
    remote: true,
    env: { GIT_OBJECT_DIRECTORY: join(store, "objects"), ...rest.env },
  });

/**
 * Arguments by which git has Git LFS filter files, from contents on this disk alone.
 * @param lenient whether a pointer stays where its contents are missing
 */
export const lfsWords = ({ lfs }: Repository, lenient = false): readonly string[] =>
  lfs === undefined
    ? []
    : [
        `filter.lfs.process='${lfs.replaceAll("'", String.raw`'\''`)}' filter-process`,
        "filter.lfs.required=true",
        "lfs.url=none",
        `lfs.skipDownloadErrors=${lenient}`,
      ].flatMap((setting) => ["-c", setting]);

/** The same, with contents in the engine's own store. */
export const ownLfsWords = (repository: Repository): readonly string[] => {
  const words = lfsWords(repository);
  return words.length === 0
    ? words
    : [...words, "-c", `lfs.storage=${join(repository.store, "lfs")}`];
};

/** In a working tree of the engine, with its own index. */
const askInTree = (
  repository: Repository,
  { tree, index }: { readonly tree: string; readonly index: string },
  args: readonly string[],
  rest: Rest,
): Promise<GitAnswer> =>
  repository.git({
    cwd: tree,
    args: [...ownLfsWords(repository), ...args],
    ...rest,
    env: {
      ...storeEnv(repository),
      GIT_WORK_TREE: tree,
      GIT_INDEX_FILE: index,
      ...rest.env,
    },
  });

/** A call that reads a working tree seldom takes as long, unless it waits at a named pipe. */
const readMs = 30_000;

/** In a tree that agents write: where git hangs, named pipes and the like are removed, and it is asked again. */
export const inTree = async (
  repository: Repository,
  at: { readonly tree: string; readonly index: string },
  args: readonly string[],
  rest: Rest = {},
): Promise<GitAnswer> => {
  // Writing files may take its time, and what was handed on can't be taken back.
  if (args.includes("-u") || rest.each !== undefined) return askInTree(repository, at, args, rest);
  try {
    return await askInTree(repository, at, args, { ms: readMs, ...rest });
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== "GIT_OVERRUN") throw error;
    removeSpecial(at.tree);
    rmSync(`${at.index}.lock`, { force: true });
    return askInTree(repository, at, args, rest);
  }
};

/** The tree of a commit. Fault GIT_FAILED: no such commit. */
export const treeOf = async (repository: Repository, commit: string): Promise<string> =>
  lineOf(await inStore(repository, ["rev-parse", "--verify", "--quiet", `${commit}^{tree}`]));

/** Whether `commit` equals `from` or descends from it; false: one is missing. */
export const descends = async (
  repository: Repository,
  from: string,
  commit: string,
): Promise<boolean> =>
  from === commit ||
  (await inStore(repository, ["merge-base", "--is-ancestor", from, commit], { also: [1, 128] }))
    .exit === 0;

export const commitTree = async (
  repository: Repository,
  tree: string,
  parents: readonly string[],
  message: string,
  by?: Author | Signers,
): Promise<string> =>
  lineOf(
    await inStore(
      repository,
      ["commit-tree", tree, ...parents.flatMap((parent) => ["-p", parent]), "-F", "-"],
      { input: message, env: signedBy(by) },
    ),
  );
