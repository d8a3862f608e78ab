// Reading of the user's working tree by a copy of its index, without their filters.
import { existsSync, lstatSync } from "node:fs";
import { join } from "node:path";
import type { Path } from "../../core/row.ts";
import { type Ask, joinNames, readable, splitNames } from "../git/git.ts";
import { excludesOf, settingsOf } from "../git/settings.ts";
import type { LeftOut, Site, Start } from "../places.ts";
import {
  gather,
  isBelow,
  neverLands,
  withFolders,
  withIndex,
  writeTree,
} from "../places/gather.ts";
import { pathOf } from "../places/tree-path.ts";
import { copyIndex } from "../places/move.ts";
import { inUsers, lfsWords, type Repository } from "../places/repository.ts";
import { screenIndex } from "../places/screen.ts";

/** Arguments that disable the repository's filter programs, except that of LFS. */
export const unfiltered = async (repository: Repository): Promise<readonly string[]> => {
  const lfs = lfsWords(repository, true);
  if (!/filter|include/iu.test(settingsOf(repository.user))) return lfs;
  const named = await inUsers(
    repository,
    ["config", "-z", "--name-only", "--get-regexp", String.raw`^filter\.`],
    { also: [1] },
  );
  const off = splitNames(named.out).flatMap((name) => [
    "-c",
    `${readable(name)}=${/\.required$/iu.test(name) ? "false" : ""}`,
  ]);
  return [...off, ...lfs];
};

/** The user's own ignore rules. */
const excludesFor = async ({ user }: Repository): Promise<readonly string[]> => {
  const excludes = await excludesOf(user);
  return excludes === null ? [] : ["-c", `core.excludesFile=${excludes}`];
};

const askUser =
  (repository: Repository, words: readonly string[], index: string): Ask =>
  (args, rest) =>
    inUsers(repository, [...words, ...args], {
      ...rest,
      env: {
        ...rest?.env,
        GIT_INDEX_FILE: index,
        GIT_OBJECT_DIRECTORY: join(repository.store, "objects"),
      },
    });

/** Runs git on the user's files with a copy of their index; new objects go to the store. */
export const withUsersIndex = async <T>(
  repository: Repository,
  words: readonly string[],
  work: (ask: Ask) => Promise<T>,
): Promise<T> =>
  withIndex(repository.folder, async (index) => {
    const own = join(repository.user.own, "index");
    if (existsSync(own)) copyIndex(own, index);
    return work(askUser(repository, words, index));
  });

/** Keeps marks by which git ignores a file only for missing files. */
const clearMarks = async (repository: Repository, ask: Ask): Promise<void> => {
  const tagged = splitNames((await ask(["ls-files", "-z", "-v"])).out).filter((line) =>
    /^(?:[a-z]|S) /u.test(line),
  );
  const names = tagged.map((line) => line.slice(2));
  const there = names.filter(
    (name) => lstatSync(pathOf(repository.root, name), { throwIfNoEntry: false }) !== undefined,
  );
  if (there.length === 0) return;
  for (const mark of ["--no-assume-unchanged", "--no-skip-worktree"])
    await ask(["update-index", "-z", mark, "--stdin"], { input: joinNames(there) });
};

const wordsFor = async (repository: Repository): Promise<readonly string[]> => [
  ...(await unfiltered(repository)),
  ...(await excludesFor(repository)),
];

/** HEAD's tree with the user's uncommitted changes, as a tree of the store. Their index stays untouched. */
export const changedTree = async (
  repository: Repository,
  head: string,
  { documents, beside = [] }: Pick<Site, "documents" | "beside">,
): Promise<{ readonly tree: string; readonly left: readonly LeftOut[] }> =>
  withUsersIndex(repository, await wordsFor(repository), async (ask) => {
    await clearMarks(repository, ask);
    const left = await gather({
      repository,
      tree: repository.root,
      ask,
      raw: null,
      absent: new Set(),
      without: neverLands(documents),
      beside,
      litter: null,
    });
    const hits = await screenIndex(repository, ask, head);
    return { tree: await writeTree(ask), left: [...left, ...hits] };
  });

/** Names that a run records at most: untracked folders count whole, so that few stand for what no .gitignore names. */
const mostBeside = 5_000;
const untracked = ["ls-files", "-z", "--others", "--exclude-standard", "--directory"];

/** How many paths differ from HEAD, and which are untracked and not ignored: of a folder without tracked files its name alone. */
export const uncommittedIn = async (
  repository: Repository,
  documents: readonly Path[],
): Promise<Pick<Start, "uncommitted" | "beside">> =>
  withUsersIndex(repository, await wordsFor(repository), async (ask) => {
    const { out } = await ask(["status", "--porcelain", "-z", "--no-renames", "-uall"]);
    const lines = splitNames(out).filter(
      (line) => !isBelow(line.slice(3).replace(/\/$/u, ""), neverLands(documents)),
    );
    // As `cairn init` leaves it; what it says counts all the same.
    const uncommitted = lines.filter((line) => line !== "?? cairn.config.json").length;
    const news = lines.flatMap((line) => (line.startsWith("??") ? [line.slice(3)] : []));
    if (news.length === 0) return { uncommitted, beside: [] };
    const there = new Set(news.flatMap((name) => withFolders(readable(name))));
    const paths = splitNames((await ask(untracked)).out).map((name) =>
      readable(name).replace(/\/$/u, ""),
    );
    const beside = paths.filter((path) => there.has(path));
    // Beyond that whatever is new beside them stays out, too, until it is added to git.
    const tops = (): readonly Path[] => [
      ...new Set(beside.map((path) => path.split("/")[0] ?? "")),
    ];
    return { uncommitted, beside: beside.length > mostBeside ? tops() : beside };
  });
