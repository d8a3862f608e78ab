// Working tree content as a tree of the store: tracked or unignored files, without those in `left`.
import { randomBytes } from "node:crypto";
import { chmodSync, lstatSync, rmSync } from "node:fs";
import { Fault } from "../../core/refusal.ts";
import type { Path } from "../../core/row.ts";
import { onDisk } from "../disk/fault.ts";
import type { Ask } from "../git/git.ts";
import { joinNames, readable, splitNames } from "../git/git.ts";
import type { LeftOut } from "../places.ts";
import { type Litter, litterAmong } from "./litter.ts";
import { unlock } from "./remove.ts";

/** Larger files are reported and left out. */
export const fileLimit = 10 * 1024 * 1024;

export type Gathering = {
  readonly tree: string;
  readonly ask: Ask;
  /** The same without encodings of attributes, for files with other encodings; null: such a file is a fault. */
  readonly raw: Ask | null;
  /** Names of files that aren't checked out. */
  readonly absent: ReadonlySet<string>;
  /** Files and folders to exclude. */
  readonly without: readonly Path[];
  /** To leave out what tools made; null: it is the user's. */
  readonly litter: Litter | null;
};

type Sorted = {
  readonly add: readonly string[];
  readonly gone: readonly string[];
  /** Paths where the index has a file or a submodule instead. */
  readonly folders: readonly string[];
  readonly left: readonly LeftOut[];
};

/** Names are bytes in latin1. */
export const isBelow = (name: string, paths: readonly Path[]): boolean => {
  const path = readable(name);
  return paths.some((one) => path === one || path.startsWith(`${one}/`));
};

/** What never lands: a run's documents, and the ledger's folder, which delivery would write into. */
export const neverLands = (documents: readonly Path[]): readonly Path[] => [...documents, ".cairn"];

export const pathOf = (tree: string, name: string): Buffer =>
  Buffer.concat([Buffer.from(`${tree}/`), Buffer.from(name, "latin1")]);

/** Whether a name's parent folder is a link: then the name doesn't exist. */
export const linkLook = (tree: string): ((name: string) => boolean) => {
  const known = new Map<string, boolean>();
  const isBehind = (name: string): boolean => {
    const end = name.lastIndexOf("/");
    if (end === -1) return false;
    const folder = name.slice(0, end);
    const told = known.get(folder);
    if (told !== undefined) return told;
    const found =
      isBehind(folder) ||
      lstatSync(pathOf(tree, folder), { throwIfNoEntry: false })?.isDirectory() === false;
    known.set(folder, found);
    return found;
  };
  return isBehind;
};

const sort = (
  { tree, without, absent }: Gathering,
  names: Iterable<string>,
  litter: ReadonlyMap<string, string>,
): Sorted => {
  const [add, gone, folders, left]: [string[], string[], string[], LeftOut[]] = [[], [], [], []];
  const isBehindLink = linkLook(tree);
  for (const name of names) {
    const path = readable(name);
    if (isBelow(name.replace(/\/$/u, ""), without)) continue;
    const made = litter.get(name);
    if (made !== undefined) {
      left.push({ path: readable(made), why: "litter" });
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
    else if (!stat.isFile() && !stat.isSymbolicLink()) left.push({ path, why: "special" });
    else if (stat.size > fileLimit) left.push({ path, why: "large" });
    else {
      if (stat.isFile() && (stat.mode & 0o400) === 0)
        chmodSync(pathOf(tree, name), stat.mode | 0o400);
      add.push(name);
    }
  }
  return { add, gone, folders, left };
};

/** The names that are submodules, whose commit stays unchanged. */
const modulesAmong = async (
  { ask }: Gathering,
  names: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (names.length === 0) return new Set();
  const told = splitNames((await ask(["ls-files", "-z", "--stage"])).out).filter((line) =>
    line.startsWith("160000 "),
  );
  const known = new Set(told.map((line) => line.slice(line.indexOf("\t") + 1)));
  return new Set(names.filter((name) => known.has(name)));
};

/** Names with whether they are new. Git's listing of an unreadable folder is incomplete. */
const list = async ({ ask, tree }: Gathering): Promise<ReadonlyMap<string, boolean>> => {
  const kinds = ["--others", "--modified", "--deleted", "--exclude-standard"];
  const words = ["ls-files", "-z", "-t", ...kinds];
  let found = await ask(words);
  if (/permission denied/iu.test(found.err)) {
    unlock(tree);
    found = await ask(words);
  }
  return new Map(splitNames(found.out).map((line) => [line.slice(2), line.startsWith("?")]));
};

/** Updates the index to the content of the tree. */
export const gather = async (gathering: Gathering): Promise<readonly LeftOut[]> => {
  const { ask, raw } = gathering;
  const names = await list(gathering);
  const news = [...names].flatMap(([name, isNew]) => (isNew ? [name] : []));
  const litter =
    gathering.litter === null
      ? new Map<string, string>()
      : await litterAmong(ask, gathering.litter, news);
  const sorted = onDisk("look at", gathering.tree, () => sort(gathering, names.keys(), litter));
  const modules = await modulesAmong(gathering, sorted.folders);
  const { add } = sorted;
  const gone = [...sorted.gone, ...sorted.folders.filter((name) => !modules.has(name))];
  const left = [
    ...sorted.left,
    ...[...modules].map((name) => ({ path: readable(name), why: "submodule" }) as const),
  ];
  const adding = ["update-index", "-z", "--add", "--remove", "--replace", "--stdin"];
  if (gone.length > 0)
    await ask(["update-index", "-z", "--force-remove", "--stdin"], { input: joinNames(gone) });
  if (add.length === 0) return left;
  const { exit } = await ask(adding, { input: joinNames(add), also: raw === null ? [] : [128] });
  if (exit !== 0) await raw?.(adding, { input: joinNames(add) });
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
