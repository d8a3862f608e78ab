// Our index of a working tree, updated to its tracked or unignored files.
import { lstatSync } from "node:fs";
import { git, type GitCall, gitIn, joinNames, readable, splitNames } from "./git.ts";
import { isInAny } from "./ignored.ts";
import type { TreeStore } from "./tree-store.ts";

type Run = (args: readonly string[], rest?: Partial<GitCall>) => Promise<readonly string[]>;

export const runner =
  (store: TreeStore, index: string): Run =>
  async (args, rest = {}) => {
    const words = ["-c", "core.looseCompression=1", ...args];
    const env = { ...store.env, GIT_INDEX_FILE: index };
    return splitNames((await git({ cwd: store.root, args: words, ...rest, env })).out);
  };

/** Files that the repository tracks. Whether they are ignored is determined here: its settings, and rules only in its index, may differ from ours. */
const trackedIn = async ({ root, repository }: TreeStore): Promise<readonly string[]> => {
  if (repository === null) return [];
  const words = [`--work-tree=${root}`, "ls-files", "-z", "--cached"];
  return splitNames((await gitIn(repository, words)).out);
};

/** In ms: a slower run may have reread files with only their times changed; git's notes about them speed up the next run. */
const slowMs = 250;

/** Whether it exists, not behind a link to a similar folder, and isn't a folder. */
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
/** A .gitignore pattern for exactly this path (given as bytes); `*` matches any name. */
const patternOf = (path: string): string =>
  `--exclude=/${readable(path).split("/").map(escaped).join("/")}`;

/** Our index while a tree is made of it. */
type Work = {
  readonly store: TreeStore;
  readonly index: { readonly path: string; readonly fresh: boolean };
  readonly run: Run;
  /** Whether it is excluded. */
  readonly out: (name: string) => boolean;
  readonly list: (...kinds: readonly string[]) => Promise<readonly string[]>;
};

export const workOn = (
  store: TreeStore,
  index: Work["index"],
  ignores: readonly string[],
  excludes: string | null,
): Work => {
  const run = runner(store, index.path);
  const rules = excludes === null ? [] : ["-c", `core.excludesFile=${excludes}`];
  const flags = ["--exclude-standard", ...ignores.map(patternOf)];
  const list: Work["list"] = (...kinds) => run([...rules, "ls-files", "-z", ...kinds, ...flags]);
  return { store, index, run, out: isInAny(ignores), list };
};

/** Names by their relation to our index. Those that end in `/` are folders: nested repositories. */
type Seen = {
  readonly others: readonly string[];
  /** In the index although ignored. */
  readonly ignored: ReadonlySet<string>;
  /** Tracked by the repository but ignored here: git lists them neither as new nor as ours. */
  readonly forced: readonly string[];
  /** In the index and tracked by the repository, although ignored. */
  readonly kept: ReadonlySet<string>;
  /** Its entries may differ from the files. */
  readonly stale: boolean;
};

const tagged = (lines: readonly string[], tags: string): readonly string[] =>
  lines.flatMap((line) => (tags.includes(line.charAt(0)) ? [line.slice(2)] : []));

export const look = async ({ store, index, out, list }: Work): Promise<Seen> => {
  const began = performance.now();
  const [all, lines, had] = await Promise.all([
    trackedIn(store),
    list("-t", "--others", "--cached", ...(index.fresh ? [] : ["--modified", "--deleted"])),
    index.fresh ? [] : list("--cached", "--ignored"),
  ]);
  const slow = performance.now() - began > slowMs;
  const [ignored, others] = [new Set(had), tagged(lines, "?")];
  const tracked = new Set(all.filter((name) => !out(name)));
  const seen = new Set([...tagged(lines, "HSM"), ...others]);
  return {
    others,
    ignored,
    forced: [...tracked].filter((name) => !seen.has(name) && isInPlace(store.root, name)),
    kept: ignored.intersection(tracked),
    // Without visible changes there is nothing to update; a link in a folder's place shows as new, or as ignored.
    stale: !index.fresh && (slow || others.length + had.length + tagged(lines, "CR").length > 0),
  };
};

const isNested = (name: string): boolean => name.endsWith("/");

const take = async ({ store, run }: Work, names: readonly string[]): Promise<void> => {
  const files = names.filter((name) => !isNested(name));
  const bare = store.scratch ? ["--info-only"] : [];
  const args = ["update-index", "-z", ...bare, "--add", "--remove", "--replace", "--stdin"];
  if (files.length > 0) await run(args, { input: joinNames(files) });
};

/** Updates the index. Returns the existing nested repositories. */
export const update = async (
  work: Work,
  { others: found, ignored, forced, kept, stale }: Seen,
): Promise<readonly string[]> => {
  const { run, list } = work;
  const gone = [...ignored.difference(kept)];
  if (stale) await run(["add", "--update"]);
  if (gone.length > 0)
    await run(["update-index", "-z", "--force-remove", "--stdin"], { input: joinNames(gone) });
  await take(work, [...found, ...forced]);
  // A repository created around files that this one tracks isn't separate: its other files are listed now that ours has those.
  const isAround = found.some((at) => isNested(at) && forced.some((name) => name.startsWith(at)));
  const others = isAround ? await list("--others") : found;
  if (isAround) await take(work, others);
  return others.filter(isNested);
};
