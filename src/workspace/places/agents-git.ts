// Commits that an agent made in its place: read from a copy of its repository's objects, so that nothing planted there is run or followed.
import { isFullId } from "../../core/commit-id.ts";
import { copyFileSync, lstatSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { randomBytes } from "node:crypto";
import { Fault } from "../../core/refusal.ts";
import { errorCode, isMissing, onDisk } from "../disk/fault.ts";
import { isPlain, readPlain } from "../disk/plain-file.ts";
import { carryIn, largeIn } from "./carry.ts";
import { fileLimit, withIndex } from "./gather.ts";
import { readable, splitNames } from "../git/git.ts";
import type { LeftOut } from "../places.ts";
import { removeWhole } from "./remove.ts";
import { descends, inTree, type Repository } from "./repository.ts";
import type { Slot } from "./slot.ts";

/** Above this many bytes of objects commits aren't taken, only the files of the tree. */
const objectBytes = 256 * 1024 * 1024;
const refBytes = 4_096;
const packedBytes = 16 * 1024 * 1024;

const isFolder = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** A small plain file in the agent's git directory, without links on the way; null: none. */
const readIn = (own: string, path: string, most: number): string | null => {
  const names = path.split("/");
  const folders = names.slice(0, -1).map((_, at) => join(own, ...names.slice(0, at + 1)));
  if (!folders.every(isFolder) || !isPlain(join(own, path))) return null;
  try {
    return readPlain(join(own, path), most)?.toString("latin1").trim() ?? null;
  } catch (error) {
    if (
      error instanceof Fault &&
      ["FILE_OVERSIZED", "FOLDER_UNWRITABLE", "PATH_LINKED"].includes(error.code)
    )
      return null;
    throw error;
  }
};

const isRefName = (name: string): boolean =>
  /^refs\/[^\0\n]+$/u.test(name) && name.split("/").every((part) => !/^\.{0,2}$/u.test(part));

/** The commit at the agent's HEAD; null: its repository is missing, broken or in another format. */
export const agentsHead = (slot: Slot): string | null => {
  const own = join(slot.tree, ".git");
  if (!isFolder(own)) return null;
  const head = readIn(own, "HEAD", refBytes) ?? "";
  if (isFullId(head)) return head;
  const name = /^ref: (.+)$/u.exec(head)?.[1] ?? "";
  if (!isRefName(name)) return null;
  const loose = readIn(own, name, refBytes);
  if (loose !== null) return isFullId(loose) ? loose : null;
  const packed = (readIn(own, "packed-refs", packedBytes) ?? "")
    .split("\n")
    .find((line) => line.slice(line.indexOf(" ") + 1) === name);
  const id = packed?.split(" ")[0] ?? "";
  return isFullId(id) ? id : null;
};

/** Commits named by loose references with these names, and by packed ones. */
export const refsIn = (
  slot: Slot,
  names: readonly string[],
): readonly { readonly ref: string; readonly commit: string }[] => {
  const own = join(slot.tree, ".git");
  const loose = names
    .filter(isRefName)
    .map((ref) => ({ ref, commit: readIn(own, ref, refBytes) ?? "" }));
  const packed = (readIn(own, "packed-refs", packedBytes) ?? "").split("\n").flatMap((line) => {
    const [commit = "", ref = ""] = line.split(" ");
    return isRefName(ref) && !names.includes(ref) ? [{ ref, commit }] : [];
  });
  return [...loose, ...packed].filter(({ commit }) => isFullId(commit));
};

/** The commit that the agent is merging; null: none. */
export const agentsMerge = (slot: Slot): string | null => {
  const line = isFolder(join(slot.tree, ".git"))
    ? readIn(join(slot.tree, ".git"), "MERGE_HEAD", refBytes)
    : null;
  return line !== null && isFullId(line) ? line : null;
};

const isObject = (folder: string, name: string): boolean =>
  folder === "pack"
    ? /^pack-[0-9a-f]+\.(?:pack|idx)$/u.test(name)
    : /^[0-9a-f]{2}$/u.test(folder) && /^[0-9a-f]+$/u.test(name);

const entriesOf = (folder: string) => readdirSync(folder, { withFileTypes: true });

/** Copies only loose objects and packs; false: too many bytes, or changed during the copy. */
const copyObjects = (from: string, to: string): boolean => {
  let left = objectBytes;
  for (const folder of entriesOf(from)) {
    if (!folder.isDirectory()) continue;
    for (const file of entriesOf(join(from, folder.name))) {
      if (!file.isFile() || !isObject(folder.name, file.name)) continue;
      const path = join(from, folder.name, file.name);
      left -= lstatSync(path).size;
      if (left < 0) return false;
      mkdirSync(join(to, folder.name), { recursive: true });
      copyFileSync(path, join(to, folder.name, file.name));
    }
  }
  return true;
};

/** Whether git rejected its input; a full disk will show again in the next call. */
const isRejected = (error: unknown): boolean =>
  error instanceof Fault && (error.code === "GIT_FAILED" || error.code === "GIT_OVERRUN");

/** "large": objects that are too large, by name. "lost": missing, or not descending from `from`. */
type Brought =
  | { readonly is: "brought" | "lost" }
  | { readonly is: "large"; readonly left: readonly LeftOut[] };

/** Copies the agent's commits into the store. */
export const bringCommits = async (
  repository: Repository,
  slot: Slot,
  head: string,
  from: string,
): Promise<Brought> => {
  const copy = join(repository.folder, "incoming", randomBytes(8).toString("hex"));
  const objects = join(slot.tree, ".git", "objects");
  try {
    if (!isFolder(objects)) return { is: "lost" };
    onDisk("make the folder", copy, () => mkdirSync(copy, { recursive: true, mode: 0o700 }));
    if (!copyObjects(objects, copy)) return { is: "lost" };
    const large = await largeIn(repository, copy, { commit: head, from, most: fileLimit });
    if (large.length > 0)
      return { is: "large", left: large.map((name) => ({ path: readable(name), why: "large" })) };
    await carryIn(repository, copy, head, from);
    return { is: (await descends(repository, from, head)) ? "brought" : "lost" };
  } catch (error) {
    if (isRejected(error) || isMissing(error) || ["EACCES", "EPERM"].includes(errorCode(error)))
      return { is: "lost" };
    throw error;
  } finally {
    await removeWhole(copy);
  }
};

/** Names that the agent excluded from its checkout: their absence is no deletion. */
export const sparsedOut = async (
  repository: Repository,
  slot: Slot,
): Promise<ReadonlySet<string>> => {
  const own = join(slot.tree, ".git");
  if (
    !isFolder(own) ||
    readIn(own, "info/sparse-checkout", packedBytes) === null ||
    !isPlain(join(own, "index"))
  )
    return new Set();
  return withIndex(slot.folder, async (index) => {
    onDisk("copy git's index to", index, () => copyFileSync(join(own, "index"), index));
    const told = await inTree(repository, { tree: slot.tree, index }, ["ls-files", "-z", "-t"], {
      also: [128],
    });
    const tagged = told.exit === 0 ? splitNames(told.out) : [];
    return new Set(tagged.filter((line) => line.startsWith("S ")).map((line) => line.slice(2)));
  });
};
