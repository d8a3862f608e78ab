// Anchors kept in git: survive a rewritten database, invisible to `git log`.
import { statSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "../../core/refusal.ts";
import { anchorLine, anchorsIn, newestAnchor, runName } from "../anchors.ts";
import type { GitFolders } from "../locate.ts";
import type { Anchor, Ground } from "../workspace.ts";
import { repositoryOf } from "../locate.ts";
import { type Found, objectsBy } from "./batch.ts";
import { gitIn, lineOf, linesOf } from "./git.ts";
import { awaitLock } from "./ref-lock.ts";

const refs = "refs/cairn/";
const refOf = (run: string): string => `${refs}${runName(run)}`;

/** Lines per blob, so that a new anchor only rewrites a small one. */
const blobLines = 128;
/** Minimum interval between moves of a run's ref in ms, unless forced. */
const restMs = 5_000;
/** How often another process may move the ref between our read and our update. */
const rounds = 5;

const objects = (repository: GitFolders, names: readonly string[]) =>
  objectsBy((args, rest) => gitIn(repository, args, rest), names);

/** Ids of a tree's entries, in order: `mode SP name NUL id`. */
const entriesOf = ({ id, bytes }: Found): readonly string[] => {
  const length = id.length / 2;
  const found: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(0, at);
    if (end === -1) break;
    found.push(bytes.toString("hex", end + 1, end + 1 + length));
    at = end + 1 + length;
  }
  return found;
};

const movedLately = (repository: GitFolders, run: string): boolean => {
  const stat = statSync(join(repository.common, ...refOf(run).split("/")), {
    throwIfNoEntry: false,
  });
  return stat !== undefined && Math.abs(Date.now() - stat.mtimeMs) < restMs;
};

const treeEntry = (id: string, at: number): string =>
  `100644 blob ${id}\t${String(at).padStart(6, "0")}\n`;

/** Appends the anchor; false: another process moved the ref meanwhile. */
const add = async (repository: GitFolders, run: string, anchor: Anchor): Promise<boolean> => {
  const ref = refOf(run);
  const [tree = null] = await objects(repository, [ref]);
  const blobs = tree === null ? [] : entriesOf(tree);
  const [newest = null] = await objects(repository, blobs.slice(-1));
  const text = newest?.bytes.toString("utf8") ?? "";
  const last = anchorsIn(text).at(-1);
  if (last?.version === anchor.version && last.head === anchor.head) return true;
  const full = text.split("\n").length > blobLines;
  const kept = full ? blobs : blobs.slice(0, -1);
  const bytes = (full ? "" : text) + anchorLine(anchor);
  const hashing = ["hash-object", "-w", "--stdin"];
  const blob = lineOf(await gitIn(repository, hashing, { input: bytes }));
  const entries = [...kept, blob].map(treeEntry).join("");
  const made = lineOf(await gitIn(repository, ["mktree"], { input: entries }));
  const was = tree?.id ?? "0".repeat(made.length);
  const moving = ["update-ref", "--no-deref", ref, made, was];
  const moved = await gitIn(repository, moving, { also: [1, 128] });
  if (moved.exit !== 0) await awaitLock(moved.err);
  return moved.exit === 0;
};

/** Writes the file's newest anchor to git, after the existing ones, which are never removed. See Workspace.anchorInGit. */
export const anchorInGit = async (
  home: string,
  ground: Ground,
  run: string,
  always: boolean,
): Promise<string | null> => {
  try {
    const repository = repositoryOf(ground);
    const anchor = repository === null ? null : newestAnchor(home, run);
    if (repository === null || anchor === null || (!always && movedLately(repository, run)))
      return null;
    for (let round = 0; round < rounds; round += 1)
      if (await add(repository, run, anchor)) return null;
    return `${refOf(run)} can't be moved: another process moves or locks it`;
  } catch (error) {
    if (error instanceof Fault) return error.message;
    throw error;
  }
};

export const anchorsInGit = async (
  ground: Ground,
  run: string,
): Promise<readonly Anchor[] | null> => {
  const repository = repositoryOf(ground);
  if (repository === null) return null;
  const [tree = null] = await objects(repository, [refOf(run)]);
  if (tree === null) return [];
  const blobs = await objects(repository, entriesOf(tree));
  return blobs.flatMap((blob) => anchorsIn(blob?.bytes.toString("utf8") ?? ""));
};

export const anchoredInGit = async (ground: Ground): Promise<readonly string[]> => {
  const repository = repositoryOf(ground);
  if (repository === null) return [];
  const listed = await gitIn(repository, ["for-each-ref", "--format=%(refname)", refs]);
  return linesOf(listed)
    .filter((line) => line.startsWith(refs))
    .map((line) => line.slice(refs.length))
    .sort();
};
