// Digest of a working tree's content, as named by proofs, committed or not.
import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Fault } from "../../core/refusal.ts";
import { realRoot } from "../confine.ts";
import type { Ground } from "../workspace.ts";
import { readable } from "./git.ts";
import { headOf } from "./head.ts";
import { locatedIgnores } from "./ignored.ts";
import { excludesOf } from "./settings.ts";
import { look, runner, update, workOn } from "./tree-index.ts";
import { borrowIndex, dropTreeStores, openTreeStore, type TreeStore } from "./tree-store.ts";

/** Maximum depth of nested repositories. */
const nestingLimit = 8;

const writeTree = ({ scratch }: TreeStore): readonly string[] => [
  "write-tree",
  ...(scratch ? ["--missing-ok"] : []),
];

/** Inserts the trees of nested repositories: their content counts, not their current commit. */
const graft = async (
  store: TreeStore,
  index: string,
  nested: readonly { readonly at: string; readonly tree: string }[],
): Promise<string> => {
  const whole = `${index}.whole`;
  copyFileSync(index, whole);
  try {
    const onWhole = runner(store, whole);
    for (const { at, tree } of nested) await onWhole(["read-tree", `--prefix=${at}`, tree]);
    return (await onWhole(writeTree(store)))[0]?.trim() ?? "";
  } finally {
    rmSync(whole, { force: true });
  }
};

/** The trees of nested repositories. */
const treesBelow = async (
  home: string,
  { root }: TreeStore,
  nested: readonly string[],
  ignores: readonly string[],
  depth: number,
): Promise<readonly { readonly at: string; readonly tree: string }[]> => {
  const trees: { at: string; tree: string }[] = [];
  for (const at of nested) {
    const place = join(root, readable(at));
    if (depth >= nestingLimit)
      throw new Fault(
        "TREE_TOO_DEEP",
        `${place}: repositories lie in one another deeper than ${nestingLimit}`,
        "leave the innermost out of the tree (.gitignore)",
      );
    const below = ignores
      .filter((path) => path.startsWith(at))
      .map((path) => path.slice(at.length));
    trees.push({ at, tree: (await measure(home, place.slice(0, -1), below, depth + 1)).tree });
  }
  return trees;
};

const measure = async (
  home: string,
  root: string,
  ignores: readonly string[],
  depth: number,
): Promise<{ tree: string; head: string | null }> => {
  const store = await openTreeStore(home, root);
  const { repository } = store;
  if (repository?.bare === true)
    throw new Fault(
      "TREE_MISSING",
      `${root} is a bare repository: it has no working tree`,
      "name a working tree of it with --root (`git worktree add` makes one)",
    );
  const head = repository === null ? null : await headOf(repository);
  const excludes = repository === null ? null : await excludesOf(repository);
  const index = borrowIndex(store);
  let keep = false;
  try {
    const work = workOn(store, index, ignores, excludes);
    const nested = await update(work, await look(work));
    const below = await treesBelow(home, store, nested, ignores, depth);
    const plain = (await work.run(writeTree(store)))[0]?.trim() ?? "";
    const tree = below.length === 0 ? plain : await graft(store, index.path, below);
    keep = true;
    return { tree, head };
  } finally {
    index.done(keep);
  }
};

/** How often to retry while files change during git's work, and when an unexplained failure means a damaged cache. */
const triesLimit = 20;
const damageTries = 3;
const passing =
  /unable to stat|unable to process path|no such file|not a git repository|short read|file changed/i;

/** How to continue after the `tries`th failure: files vanish between two steps of git, and other processes may recreate the cache. */
const afterFailure = (error: unknown, tries: number): "again" | "anew" | "give up" => {
  if (
    !(error instanceof Fault) ||
    !["GIT_FAILED", "DISK_FAILED", "FOLDER_OBSTRUCTED"].includes(error.code)
  )
    return "give up";
  if (tries >= triesLimit || /permission denied/i.test(error.message)) return "give up";
  if (passing.test(error.message)) return "again";
  if (tries > 2 * damageTries) return "give up";
  return tries === damageTries ? "anew" : "again";
};

/**
 * The digest of the content of tracked files and of untracked, unignored ones, as a git tree of raw bytes, independent of commits and staging.
 * Submodules and nested repositories count by their files. Without git: all files except generated ones and those in .gitignore files. Safe to
 * run concurrently. Faults: GIT_MISSING, GIT_FAILED (an unreadable file, for example), TREE_MISSING (a bare repository).
 */
export const treeOf = async (
  home: string,
  ground: Ground,
): Promise<{ tree: string; head: string | null }> => {
  const ignores = locatedIgnores(ground);
  const root = realRoot(ground);
  for (let tries = 1; ; tries += 1) {
    try {
      return await measure(home, root, ignores, 0);
    } catch (error) {
      const next = afterFailure(error, tries);
      if (next === "give up") throw error;
      if (next === "anew") dropTreeStores(home);
      await sleep(Math.min(5 * tries, 50));
    }
  }
};
