// Working tree content as a tree of the store: tracked or unignored files, without those in `left`.
import { randomBytes } from "node:crypto";
import { chmodSync, lstatSync, rmSync } from "node:fs";
import { Fault } from "../../core/refusal.ts";
import type { Path } from "../../core/row.ts";
import { onDisk } from "../disk/fault.ts";
import type { Ask } from "../git/git.ts";
import { joinNames, readable, splitNames } from "../git/git.ts";
import { entriesIn } from "../git/trees.ts";
import type { LeftOut } from "../places.ts";
import { lfsAmong } from "./lfs.ts";
import { type Litter, litterAmong } from "./litter.ts";
import { unlock } from "./remove.ts";
import { linkLook, pathOf } from "./tree-path.ts";
import type { Repository } from "./repository.ts";

// Names that git takes for its own folder on some system, and refuses in a repository that checks what it gets.
/** What HFS+ leaves out of names. */
const ignored = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu;
/** As NTFS reads it: a short name, blanks and dots at the end, streams, and either slash. */
const own = /(?:^|[\\/])(?:\.git|git~1)[ .]*(?::[^\\/]*)?(?=[\\/]|$)/iu;

const isRefusedName = (path: string): boolean => own.test(path.replaceAll(ignored, ""));

/** Larger files are reported and left out. */
export const fileLimit = 10 * 1024 * 1024;

export type Gathering = {
  readonly tree: string;
  readonly ask: Ask;
  /** The same without encodings of attributes, for files with other encodings; null: such a file is a fault. */
  readonly raw: Ask | null;
  readonly repository: Repository;
  /** Names of files that aren't checked out. */
  readonly absent: ReadonlySet<string>;
  /** Files and folders to exclude. */
  readonly without: readonly Path[];
  /** Files and folders that stay out as long as they are untracked. */
  readonly beside?: readonly Path[];
  /** To leave out what tools made; null: it is the user's. */
  readonly litter: Litter | null;
};

type Sorted = {
  readonly add: readonly string[];
  readonly gone: readonly string[];
  /** Paths where the index has a file or a submodule instead. */
  readonly folders: readonly string[];
  readonly left: readonly LeftOut[];
  readonly large: readonly string[];
};

/** Names are bytes in latin1. */
export const isBelow = (name: string, paths: readonly Path[]): boolean => {
  const path = readable(name);
  return paths.some((one) => path === one || path.startsWith(`${one}/`));
};

/** A path, and all folders that it lies in. */
export const withFolders = (path: Path): readonly Path[] =>
  path.split("/").map((_, at, parts) => parts.slice(0, at + 1).join("/"));

/** What never lands: a run's documents, and the ledger's folder, which delivery would write into. */
export const neverLands = (documents: readonly Path[]): readonly Path[] => [...documents, ".cairn"];

const sort = (
  { tree, without, absent }: Gathering,
  names: Iterable<string>,
  litter: ReadonlyMap<string, string>,
): Sorted => {
  const [add, gone, folders, large]: [string[], string[], string[], string[]] = [[], [], [], []];
  const left: LeftOut[] = [];
  const isBehindLink = linkLook(tree);
  for (const name of names) {
    const path = readable(name);
    if (isBelow(name.replace(/\/$/u, ""), without)) continue;
    const made = litter.get(name);
    if (made !== undefined) {
      left.push({ path: readable(made), why: "litter" });
      continue;
    }
    if (isRefusedName(path)) {
      left.push({ path, why: "refused" });
      continue;
    }
    if (name.endsWith("/")) {
      left.push({ path: path.slice(0, -1), why: "nested" });
      continue;
    }
    const stat = isBehindLink(name)
      ? undefined
      : lstatSync(pathOf(tree, name), { throwIfNoEntry: false });
    if (stat === undefined && absent.has(name)) continue;
    if (stat === undefined) gone.push(name);
    else if (stat.isDirectory()) folders.push(name);
    // Git passes over such a link in silence.
    else if (stat.isSymbolicLink() && path.toLowerCase() === ".gitmodules")
      left.push({ path, why: "refused" });
    else if (!stat.isFile() && !stat.isSymbolicLink()) left.push({ path, why: "special" });
    else {
      if (stat.isFile() && (stat.mode & 0o400) === 0)
        chmodSync(pathOf(tree, name), stat.mode | 0o400);
      (stat.size > fileLimit ? large : add).push(name);
    }
  }
  return { add, gone, folders, left, large };
};

/** Of large files those of LFS, which git knows by their pointers; whether their contents may land is seen later. */
const pointed = async (
  { ask, repository }: Gathering,
  large: readonly string[],
): Promise<ReadonlySet<string>> =>
  repository.lfs === undefined ? new Set() : lfsAmong(ask, large);

/** The names that are submodules, whose commit stays unchanged. */
const modulesAmong = async (
  { ask }: Gathering,
  names: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (names.length === 0) return new Set();
  const entries = entriesIn((await ask(["ls-files", "-z", "--stage"])).out);
  const known = new Set(entries.flatMap(({ name, mode }) => (mode === "160000" ? [name] : [])));
  return new Set(names.filter((name) => known.has(name)));
};

/** Files of a tree, tagged by their kind. Git's listing of an unreadable folder is incomplete. */
export const listed = async (ask: Ask, tree: string, kinds: readonly string[]) => {
  const words = ["ls-files", "-z", "-t", ...kinds];
  const found = await ask(words);
  if (!/permission denied/iu.test(found.err)) return found;
  unlock(tree);
  return ask(words);
};

/** Names with whether they are new. */
const list = async ({ ask, tree }: Gathering): Promise<ReadonlyMap<string, boolean>> => {
  const kinds = ["--others", "--modified", "--deleted", "--exclude-standard"];
  const lines = splitNames((await listed(ask, tree, kinds)).out);
  return new Map(lines.map((line) => [line.slice(2), line.startsWith("?")]));
};

/** Adds files to an index as they are. */
export const staging = ["update-index", "-z", "--add", "--remove", "--replace", "--stdin"];

/** Updates the index to the content of the tree. */
export const gather = async (gathering: Gathering): Promise<readonly LeftOut[]> => {
  const { ask, raw } = gathering;
  const all = await list(gathering);
  const beside = new Set(gathering.beside);
  const before = [...all].flatMap(([name, isNew]) =>
    isNew && withFolders(readable(name)).some((path) => beside.has(path)) ? [name] : [],
  );
  const names = new Map(all);
  for (const name of before) names.delete(name);
  const news = [...names].flatMap(([name, isNew]) => (isNew ? [name] : []));
  const litter =
    gathering.litter === null
      ? new Map<string, string>()
      : await litterAmong(ask, gathering.litter, news);
  const sorted = onDisk("look at", gathering.tree, () => sort(gathering, names.keys(), litter));
  const modules = await modulesAmong(gathering, sorted.folders);
  const lfs = await pointed(gathering, sorted.large);
  const gone = [...sorted.gone, ...sorted.folders.filter((name) => !modules.has(name))];
  const left = [
    ...sorted.left,
    ...before.map((name) => ({ path: readable(name), why: "before" }) as const),
    ...sorted.large.flatMap((name) =>
      lfs.has(name) ? [] : [{ path: readable(name), why: "large" } as const],
    ),
    ...[...modules].map((name) => ({ path: readable(name), why: "submodule" }) as const),
  ];
  if (gone.length > 0)
    await ask(["update-index", "-z", "--force-remove", "--stdin"], { input: joinNames(gone) });
  const add = [...sorted.add, ...lfs];
  if (add.length === 0) return left;
  const input = joinNames(add);
  const { exit } = await ask(staging, { input, also: raw === null ? [] : [128] });
  if (exit !== 0) await raw?.(staging, { input });
  return left;
};

/** A temporary index for one call. */
export const withIndex = async <T>(
  folder: string,
  work: (index: string) => Promise<T>,
): Promise<T> => {
  const index = `${folder}/index.${randomBytes(6).toString("hex")}`;
  try {
    return await work(index);
  } finally {
    for (const path of [index, `${index}.lock`, `${index}.litter`]) rmSync(path, { force: true });
  }
};

export const writeTree = async (ask: Ask): Promise<string> => {
  const tree = (await ask(["write-tree"])).out.toString("latin1").trim();
  if (tree === "")
    throw new Fault("GIT_FAILED", "git write-tree named no tree", "repeat the command");
  return tree;
};
