// Content digests of proofs, from a tree: same cost for one unit or many.
import { isFullId } from "../../core/commit-id.ts";
import { join } from "node:path";
import { isNamed, isPlainPath, matchesAny } from "../../core/glob.ts";
import { keepLast } from "../../core/keep-last.ts";
import { digest } from "../../core/hash.ts";
import type { Digest, Path } from "../../core/row.ts";
import type { ContentAsk } from "../../core/span.ts";
import { confined } from "../confine.ts";
import { isFolder, namesIn } from "../disk/look.ts";
import { isPlain, readPlain } from "../disk/plain-file.ts";
import type { Ground } from "../workspace.ts";
import { gitOf, leftOut, pathInCommit } from "./location.ts";
import { git, readable, splitNames } from "./git.ts";

type Entry = { readonly path: Path; readonly line: string };

/** Maximum of ignored but requested files per folder. */
const mostIgnored = 2_000;

/** Trees are immutable: caches the last few, since the end of one pass is usually the beginning of the next. */
const lately = new Map<string, readonly Entry[]>();
const latelyMost = 2;
const remember = (tree: string, entries: readonly Entry[]): readonly Entry[] => {
  keepLast(lately, tree, entries, latelyMost);
  return entries;
};

/** null: there is no such tree. */
const entriesOf = async (ground: Ground, tree: string): Promise<readonly Entry[] | null> => {
  if (!isFullId(tree)) return null;
  const known = lately.get(tree);
  if (known !== undefined) return remember(tree, known);
  const asked = gitOf(ground);
  if (asked === null) return null;
  const { exit, out } = await git({ ...asked, args: ["ls-tree", "-r", "-z", tree], also: [128] });
  if (exit !== 0) return null;
  return remember(
    tree,
    splitNames(out).map((line) => ({ path: readable(line.slice(line.indexOf("\t") + 1)), line })),
  );
};

/** Files missing in all trees, since they are ignored or in the run's folder, but requested by name. */
const onDisk = (ground: Ground, path: Path): readonly Entry[] => {
  const found: Entry[] = [];
  const look = (at: Path): void => {
    const real = confined(ground, at);
    if (real === null || found.length >= mostIgnored) return;
    if (isFolder(real)) {
      for (const name of [...namesIn(real)].sort()) look(`${at}/${name}`);
      return;
    }
    const bytes = isPlain(join(ground.root, at)) ? readPlain(real) : null;
    if (bytes !== null) found.push({ path: at, line: `ignored ${digest(bytes)}\t${at}` });
  };
  look(path.replace(/\/+$/u, ""));
  return found;
};

const contentOf = (
  ground: Ground,
  entries: readonly Entry[],
  globs: readonly Path[] | null,
  except: readonly Path[],
): Digest | null => {
  const named = globs ?? [];
  const counts = ({ path }: Entry): boolean => !matchesAny(except, path) || isNamed(named, path);
  const listed = entries.filter(
    (entry) => (globs === null || matchesAny(globs, entry.path)) && counts(entry),
  );
  const isOnDisk = (path: Path): boolean =>
    isPlainPath(path) && pathInCommit(ground, path) === null;
  const bare = named.filter(
    (glob) => isOnDisk(glob) && !listed.some(({ path }) => matchesAny([glob], path)),
  );
  const all = [...listed, ...bare.flatMap((path) => onDisk(ground, path)).filter(counts)].map(
    ({ line }) => line,
  );
  return all.length === 0 ? null : digest([...new Set(all)].sort().join("\0"));
};

/** Digests by name; null: none. `now`: the current tree, asked if needed. */
export const contentsOf = async (
  ground: Ground,
  asks: Readonly<Record<string, ContentAsk>>,
  now: () => Promise<string | null>,
): Promise<Readonly<Record<string, Digest | null>>> => {
  let present: Promise<string | null> | null = null;
  const tree = (): Promise<string | null> => (present ??= now());
  const isLeftOut = leftOut(ground);
  const trees = new Map<string, Promise<readonly Entry[] | null>>();
  const listed = async (of: string | null): Promise<readonly Entry[] | null> => {
    if (of === null) return null;
    const known = trees.get(of) ?? entriesOf(ground, of);
    trees.set(of, known);
    return known;
  };
  const hasLeftOut = async (of: string): Promise<boolean> =>
    (await listed(of))?.some(({ path }) => isLeftOut(path)) === true;
  const digests = await Promise.all(
    Object.entries(asks).map(
      async ([name, { globs, except = [], tree: then = null }]): Promise<
        readonly [string, Digest | null]
      > => {
        const whole = globs === null && except.length === 0 ? (then ?? (await tree())) : null;
        if (whole !== null && !(await hasLeftOut(whole))) return [name, whole];
        // A missing tree is replaced by the current one: a difference then shows on the next request.
        const entries = (await listed(then)) ?? (await listed(await tree())) ?? [];
        const counting = entries.filter(({ path }) => !isLeftOut(path));
        return [name, contentOf(ground, counting, globs, except)];
      },
    ),
  );
  return Object.fromEntries(digests);
};
