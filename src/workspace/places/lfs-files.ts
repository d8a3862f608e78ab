// Files of Git LFS in working trees: filled with their contents after git's checkout, and turned into pointers where git reads them.
import {
  type BigIntStats,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { firstOf } from "../../core/how-many.ts";
import { Fault } from "../../core/refusal.ts";
import { diskFault, errorCode } from "../disk/fault.ts";
import { type Ask, joinNames, lineOf, readable, splitNames } from "../git/git.ts";
import { linkLook, pathOf } from "./tree-path.ts";
import {
  attributesIn,
  type Entry,
  type IndexFile,
  indexIn,
  isStamped,
  stamp,
} from "./index-file.ts";
import {
  asksFor,
  contentsOf,
  isPointerSize,
  isSame,
  keepContents,
  lfsAmong,
  mayBeLfs,
  measure,
  type Pointer,
  pointerIn,
  pointerLimit,
  pointersOf,
  pointerText,
  type Stores,
  storesOf,
} from "./lfs.ts";
import { inStore, inTree, inUsers, type Repository } from "./repository.ts";
import { formatOf } from "./store.ts";

const look = (path: Buffer): BigIntStats | undefined =>
  lstatSync(path, { bigint: true, throwIfNoEntry: false });

/** What a file is as a pointer: by its text, else by its content. */
const pointerAt = async (path: Buffer, size: bigint): Promise<Pointer> =>
  (size <= pointerLimit ? pointerIn(readFileSync(path)) : null) ?? (await measure(path, null));

type Filling = { readonly ask: Ask; readonly tree: string; readonly index: string };

/** Copies the contents beside the tree, and then into the pointer's place. */
const put = async (from: string, path: Buffer, aside: string, pointer: Pointer, mode: bigint) => {
  try {
    rmSync(aside, { force: true });
    await copyFile(from, aside, constants.COPYFILE_FICLONE);
    if (!isSame(await measure(aside, null), pointer))
      throw new Fault(
        "LFS_BROKEN",
        `${from} holds other bytes than the pointer of ${path.toString()} names`,
        "see what `git lfs fsck` says in your checkout, fetch them anew with `git lfs fetch`, then repeat",
      );
    chmodSync(aside, Number(mode & 0o777n));
    try {
      renameSync(aside, path);
    } catch (error) {
      if (errorCode(error) !== "EXDEV") throw error;
      await copyFile(aside, path);
    }
  } catch (error) {
    throw diskFault(error, "write", path.toString());
  } finally {
    rmSync(aside, { force: true });
  }
};

/** A tree's index, if its attributes speak of LFS. Needs no git. */
const lfsIndex = (repository: Repository, tree: string, index: string): IndexFile | null => {
  if (repository.user.kept || !existsSync(index)) return null;
  const bytes = readFileSync(index);
  const isAsked = (name: string): boolean =>
    /(?:^|\/)\.gitattributes$/u.test(name) && asksFor(tree, name) !== false;
  const attributes = attributesIn(bytes);
  if (attributes?.some(isAsked) === false) return null;
  const file = indexIn(bytes, formatOf(repository));
  return file.entries.some(({ name }) => isAsked(name)) ? file : null;
};

/**
 * Puts contents in the place of pointers that git checked out, and has the index take them for unchanged.
 * @param among the names to look at; null: those that git wrote
 * @param lenient whether a pointer stays where its contents are missing; else Fault LFS_MISSING
 */
export const fillLfs = async (
  repository: Repository,
  { ask, tree, index }: Filling,
  { among = null, lenient = false }: { among?: readonly string[] | null; lenient?: boolean } = {},
): Promise<void> => {
  const file = lfsIndex(repository, tree, index);
  if (file === null) return;
  const named = among === null ? null : new Set(among);
  const small = file.entries.filter(({ name, size }) => named?.has(name) ?? isPointerSize(size));
  const lfs = await lfsAmong(
    ask,
    small.map(({ name }) => name),
  );
  const wanted = small.filter(({ name }) => lfs.has(name));
  if (wanted.length === 0) return;
  const stores = await storesOf(repository);
  const pointers = await pointersOf(
    ask,
    wanted.map(({ id }) => id),
  );
  const isBehindLink = linkLook(tree);
  const old = Math.floor(statSync(index).mtimeMs / 1000) - 1;
  const done: { entry: Entry; stat: BigIntStats }[] = [];
  for (const entry of wanted) {
    const path = pathOf(tree, entry.name);
    const [pointer, stat] = [
      pointers.get(entry.id),
      isBehindLink(entry.name) ? undefined : look(path),
    ];
    if (pointer === undefined || stat === undefined || !stat.isFile()) continue;
    const isText = stat.size <= pointerLimit && pointerIn(readFileSync(path)) !== null;
    if (!isText && isStamped(file, entry, stat)) continue;
    if (!isSame(await pointerAt(path, stat.size), pointer)) continue;
    if (isText) {
      const from = contentsOf(stores, pointer);
      if (from === null && lenient) continue;
      if (from === null) throw missingLfs(repository.root, [readable(entry.name)]);
      await put(from, path, `${index}.lfs`, pointer, stat.mode);
    }
    // Older than the index: else git reads it, and finds no pointer there.
    utimesSync(path, old, old);
    const filled = look(path);
    if (filled !== undefined) done.push({ entry, stat: filled });
  }
  if (done.length > 0) stamp(index, file, done, formatOf(repository));
};

export const missingLfs = (root: string, paths: readonly string[]): Fault =>
  new Fault(
    "LFS_MISSING",
    `${root} lacks the contents of ${paths.length} ${paths.length === 1 ? "file" : "files"} of Git LFS: ${firstOf(paths, 3)}`,
    "fetch them with `git lfs fetch`, then repeat",
  );

/** Files of the checkout whose contents the user's store lacks. */
export const lackingLfs = async (repository: Repository): Promise<readonly string[]> => {
  const ask: Ask = (args, rest) => inUsers(repository, args, rest);
  const entries = splitNames((await ask(["ls-files", "-z", "-t", "--stage"])).out).flatMap(
    (line) => {
      const [, id = "", name = ""] = /^H 100\d+ (\S+) 0\t(.*)$/su.exec(line) ?? [];
      return name === "" ? [] : [{ id, name }];
    },
  );
  const lfs = await lfsAmong(
    ask,
    entries.map(({ name }) => name),
    "--cached",
  );
  const wanted = entries.filter(({ name }) => lfs.has(name));
  const pointers = await pointersOf(
    ask,
    wanted.map(({ id }) => id),
  );
  const stores = await storesOf(repository);
  return wanted.flatMap(({ id, name }) => {
    const pointer = pointers.get(id);
    return pointer === undefined || contentsOf(stores, pointer) !== null ? [] : [readable(name)];
  });
};

/** Among files whose bytes git takes for changed, those that are what the index's pointer names. */
export const unchangedLfs = async (
  repository: Repository,
  ask: Ask,
  tree: string,
  names: readonly string[],
): Promise<ReadonlySet<string>> => {
  const same = new Set<string>();
  if (!mayBeLfs(repository, tree, names)) return same;
  const lfs = await lfsAmong(ask, names);
  if (lfs.size === 0) return same;
  const entries = splitNames((await ask(["ls-files", "-z", "--stage"])).out).flatMap((line) => {
    const name = line.slice(line.indexOf("\t") + 1);
    return lfs.has(name) ? [{ name, id: line.split(" ")[1] ?? "" }] : [];
  });
  const pointers = await pointersOf(
    ask,
    entries.map(({ id }) => id),
  );
  const isBehindLink = linkLook(tree);
  for (const { name, id } of entries) {
    const pointer = pointers.get(id);
    const stat = isBehindLink(name) ? undefined : look(pathOf(tree, name));
    if (pointer === undefined || stat?.isFile() !== true) continue;
    if (isSame(await pointerAt(pathOf(tree, name), stat.size), pointer)) same.add(name);
  }
  return same;
};

/** Whether commits of a place's agent change files of LFS. */
export const changesLfs = async (
  repository: Repository,
  slot: { readonly tree: string; readonly index: string },
  range: readonly string[],
): Promise<boolean> => {
  if (lfsIndex(repository, slot.tree, slot.index) === null) return false;
  const words = ["log", "-m", "--no-renames", "--format=", "--name-only", "-z", ...range];
  const names = splitNames((await inStore(repository, words)).out);
  const ask: Ask = (args, rest) => inTree(repository, slot, args, rest);
  return (await lfsAmong(ask, [...new Set(names)])).size > 0;
};

/** `lines`: for the index, instead of the files. `rest`: to be added as they are. */
type Pointed = {
  readonly lines: readonly string[];
  readonly rest: readonly string[];
  readonly large: readonly string[];
  readonly absent: readonly string[];
};

/**
 * Files of LFS as pointers.
 * @param keep the most bytes of contents that are kept in the engine's store; null: none are, since they are the user's
 */
export const pointLfs = async (
  repository: Repository,
  ask: Ask,
  tree: string,
  names: readonly string[],
  keep: number | null,
): Promise<Pointed> => {
  const lfs = mayBeLfs(repository, tree, names) ? await lfsAmong(ask, names) : new Set<string>();
  const lines: string[] = [];
  const [rest, large, absent]: [string[], string[], string[]] = [[], [], []];
  let stores: Stores | null = null;
  for (const name of names) {
    const path = pathOf(tree, name);
    const stat = lfs.has(name) ? look(path) : undefined;
    if (stat?.isFile() !== true || stat.size === 0n) {
      rest.push(name);
      continue;
    }
    stores ??= await storesOf(repository);
    const told = stat.size <= pointerLimit ? pointerIn(readFileSync(path)) : null;
    if (told !== null) {
      (keep === null || contentsOf(stores, told) !== null ? rest : absent).push(name);
      continue;
    }
    let pointer = await measure(path, null);
    if (keep !== null && contentsOf(stores, pointer) === null) {
      if (stat.size > keep) {
        large.push(name);
        continue;
      }
      pointer = await keepContents(stores.own, path);
    }
    const id = lineOf(await ask(["hash-object", "-w", "--stdin"], { input: pointerText(pointer) }));
    lines.push(`${stat.mode & 0o100n ? "100755" : "100644"} ${id}\t${name}\0`);
  }
  return { lines, rest, large, absent };
};

export const staging = ["update-index", "-z", "--add", "--remove", "--replace"];
/** Adds files of the user's to an index as they are, those of LFS as pointers. */
export const stageFiles = async (
  repository: Repository,
  ask: Ask,
  tree: string,
  names: readonly string[],
): Promise<void> => {
  const { lines, rest } = await pointLfs(repository, ask, tree, names, null);
  if (rest.length > 0) await ask([...staging, "--stdin"], { input: joinNames(rest) });
  if (lines.length > 0)
    await ask([...staging, "--index-info"], { input: Buffer.from(lines.join(""), "latin1") });
};

/** Reads the contents that a blob names, if it is a pointer; a blob's own otherwise, and where they are over `most`. */
export const lfsReader = (
  repository: Repository,
  most: number,
): ((blob: Buffer) => Promise<Buffer>) => {
  let stores: Stores | null = null;
  return async (blob) => {
    const pointer = pointerIn(blob);
    if (pointer === null || pointer.size > most) return blob;
    stores ??= await storesOf(repository);
    const path = contentsOf(stores, pointer);
    return path === null ? blob : readFileSync(path);
  };
};

/** Copies the contents that commits name into the user's store, from where git-lfs pushes them. */
export const bringLfs = async (
  repository: Repository,
  commit: string,
  had: readonly string[],
): Promise<void> => {
  if (!existsSync(join(repository.store, "lfs"))) return;
  const ask: Ask = (args, rest) => inStore(repository, args, rest);
  const range = [commit, ...had.map((one) => `^${one}`)];
  const listed = (await ask(["rev-list", "--objects", ...range])).out.toString("latin1");
  const ids = listed.split("\n").flatMap((line) => (line === "" ? [] : [line.split(" ")[0] ?? ""]));
  const stores = await storesOf(repository);
  for (const pointer of (await pointersOf(ask, ids)).values()) {
    const from = contentsOf({ ...stores, users: stores.own }, pointer);
    if (from !== null && contentsOf({ ...stores, own: stores.users }, pointer) === null)
      await keepContents(stores.users, from);
  }
};
