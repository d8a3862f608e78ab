// The digest of a working tree's content, which proof names whether or not anybody committed it.
import { copyFileSync, lstatSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Fault } from "../../core/refusal.ts";
import { realRoot } from "../confine.ts";
import type { Ground } from "../workspace.ts";
import { git, type GitCall, joinNames, readable, splitNames } from "./git.ts";
import { headOf } from "./head.ts";
import { isInAny, locatedIgnores } from "./ignored.ts";
import { namesIn, sealOf } from "./index-file.ts";
import { areAll, isLoose, note, readKnown, theirSeal, toldBefore } from "./known.ts";
import { excludesOf } from "./settings.ts";
import { borrowIndex, dropTreeStores, openTreeStore, type TreeStore } from "./tree-store.ts";

/** Repositories within repositories are followed this deep. */
const nestingLimit = 8;

type Run = (args: readonly string[], rest?: Partial<GitCall>) => Promise<readonly string[]>;

const runner =
  (store: TreeStore, index: string): Run =>
  async (args, rest = {}) => {
    const words = ["-c", "core.looseCompression=1", ...args];
    const env = { ...store.env, GIT_INDEX_FILE: index };
    return splitNames((await git({ cwd: store.root, args: words, ...rest, env })).out);
  };

/** Files that the repository tracks. Which of them are ignored isn't its to say: its settings, and rules that its index alone holds, may differ from ours. */
const trackedIn = async ({ root, repository }: TreeStore): Promise<readonly string[]> => {
  if (repository === null) return [];
  const places = [`--git-dir=${repository.own}`, `--work-tree=${root}`];
  const args = [...places, "ls-files", "-z", "--cached"];
  return splitNames((await git({ cwd: root, args })).out);
};

/** A look that took so many ms may have read files anew whose times alone had changed: what git then notes spares the next look that. */
const slowMs = 250;

/** It lies there itself, not behind a link that leads to its like, and is no folder. */
const isInPlace = (root: string, name: string): boolean =>
  name.split("/").every((_, at, names) => {
    const path = Buffer.concat([
      Buffer.from(`${root}/`),
      Buffer.from(names.slice(0, at + 1).join("/"), "latin1"),
    ]);
    const stat = lstatSync(path, { throwIfNoEntry: false });
    return stat !== undefined && stat.isDirectory() === at < names.length - 1;
  });

const escaped = (name: string): string =>
  name === "*" ? name : name.replaceAll(/[\\*?[\]!#\s]/g, "\\$&");
/** A pattern of .gitignore that means just this path (given as bytes); a name `*` in it is any. */
const patternOf = (path: string): string =>
  `--exclude=/${readable(path).split("/").map(escaped).join("/")}`;

const writeTree = ({ scratch }: TreeStore): readonly string[] => [
  "write-tree",
  ...(scratch ? ["--missing-ok"] : []),
];

/** Trees of repositories within this one, put where they lie: their content counts, not the commit they stand on. */
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

const measure = async (
  home: string,
  root: string,
  ignores: readonly string[],
  depth: number,
): Promise<{ tree: string; head: string | null }> => {
  const store = await openTreeStore(home, root);
  if (store.repository?.bare === true)
    throw new Fault(
      "TREE_MISSING",
      `${root} is a bare repository: it has no working tree`,
      "name a working tree of it with --root (`git worktree add` makes one)",
    );
  const { repository } = store;
  const head = repository === null ? null : await headOf(repository);
  const excludes = repository === null ? null : await excludesOf(repository);
  const index = borrowIndex(store);
  let keep = false;
  try {
    const run = runner(store, index.path);
    const rules = excludes === null ? [] : ["-c", `core.excludesFile=${excludes}`];
    const list = (...kinds: readonly string[]): Promise<readonly string[]> =>
      run([...rules, "ls-files", "-z", ...kinds, "--exclude-standard", ...ignores.map(patternOf)]);
    const out = isInAny(ignores);
    const [known, theirs] = [index.fresh ? null : readKnown(store), theirSeal(store)];
    const told =
      known === null || known.ours !== sealOf(index.path)
        ? null
        : toldBefore(known, theirs, ignores);
    const began = performance.now();
    const [asked, tagged, ignored] = await Promise.all([
      told === null ? trackedIn(store) : null,
      list("-t", "--others", ...(index.fresh ? [] : ["--modified", "--deleted"])),
      index.fresh ? [] : list("--cached", "--ignored"),
    ]);
    const slow = performance.now() - began > slowMs;
    const others = tagged.filter((line) => line.startsWith("? ")).map((line) => line.slice(2));
    const found = others.filter((name) => !name.endsWith("/"));
    const had = new Set(ignored);
    const tracked =
      told !== null && areAll(told, had)
        ? null
        : (asked ?? (await trackedIn(store))).filter((name) => !out(name));
    const kept = tracked === null ? had : had.intersection(new Set(tracked));
    const gone = ignored.filter((name) => !kept.has(name));
    const listed =
      tracked === null
        ? null
        : (namesIn(index.path, sealOf(index.path) ?? "") ?? new Set(await run(["ls-files", "-z"])));
    const seen = listed?.union(new Set(found));
    const forced = [...new Set(tracked ?? [])].filter(
      (name) => seen?.has(name) === false && isInPlace(root, name),
    );
    const added = [...found, ...forced];
    // Where nothing shows there is nothing to take in; a link in a folder's place shows as what is new, or as what is ignored.
    if (!index.fresh && (slow || tagged.length + ignored.length > 0))
      await run(["add", "--update"]);
    if (gone.length > 0)
      await run(["update-index", "-z", "--force-remove", "--stdin"], { input: joinNames(gone) });
    const bare = store.scratch ? ["--info-only"] : [];
    const take = async (names: readonly string[]): Promise<void> => {
      if (names.length > 0)
        await run(["update-index", "-z", ...bare, "--add", "--remove", "--replace", "--stdin"], {
          input: joinNames(names),
        });
    };
    await take(added);
    // A repository that was made around files which this one tracks is none of its own: what else lies there is listed, now that ours has those.
    const around = others.some(
      (at) => at.endsWith("/") && forced.some((name) => name.startsWith(at)),
    );
    const rest = around ? await list("--others") : others;
    if (around) await take(rest.filter((name) => !name.endsWith("/")));
    const nested: { at: string; tree: string }[] = [];
    for (const at of rest.filter((name) => name.endsWith("/"))) {
      const below = ignores
        .filter((path) => path.startsWith(at))
        .map((path) => path.slice(at.length));
      if (depth >= nestingLimit)
        throw new Fault(
          "TREE_TOO_DEEP",
          `${join(root, readable(at))}: repositories lie in one another deeper than ${nestingLimit}`,
          "leave the innermost out of the tree (.gitignore)",
        );
      nested.push({
        at,
        tree: (await measure(home, join(root, readable(at.slice(0, -1))), below, depth + 1)).tree,
      });
    }
    const ours = sealOf(index.path);
    const again =
      known !== null && known.ours === ours && isLoose(store, known.tree) ? known.tree : null;
    const plain = again ?? (await run(writeTree(store)))[0]?.trim() ?? "";
    note(
      store,
      index.path,
      known,
      { tree: plain, theirs, ignores, forced: [...kept, ...forced] },
      out,
    );
    const tree = nested.length === 0 ? plain : await graft(store, index.path, nested);
    keep = true;
    return { tree, head };
  } finally {
    index.done(keep);
  }
};

/** How often a tree is measured while files come and go under git's hands, and when a cache that nothing else explains is taken for damaged. */
const triesLimit = 20;
const damageTries = 3;
const passing =
  /unable to stat|unable to process path|no such file|not a git repository|short read|file changed/i;

/** What to do after the `tries`th failure: files vanish between two looks of git's, and others may be making the cache anew. */
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
 * The digest of the content of tracked and untracked unignored files, as a git tree of raw bytes: no commit is part of it, nor anything staged.
 * Submodules and nested repositories count by their files. Without git: all files but those that tools make, and what .gitignore files name.
 * Safe in parallel. Faults: GIT_MISSING, GIT_FAILED (an unreadable file, say), TREE_MISSING (a bare repository).
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
