// Simulated facts for the rules, read off the simulated disk and git.
import { posix } from "node:path";
import { isNamed, matches, matchesAny } from "../../src/core/glob.ts";
import { digest } from "../../src/core/hash.ts";
import type { Ask, Facts, PathFacts } from "../../src/core/protocol.ts";
import type { Digest, Path, Time } from "../../src/core/row.ts";
import type { ContentAsk, Moment, Span } from "../../src/core/span.ts";
import { Fault } from "../../src/core/refusal.ts";
import { isWithin } from "../../src/core/within.ts";
import type { Ground } from "../../src/workspace/workspace.ts";
import type { Disk } from "./disk.ts";

export const ignored = ({ root, ignores }: Ground): readonly Path[] => [
  `${root}/.cairn`,
  ...ignores.map((path) => posix.resolve(root, path)),
];

export const confined = ({ root, place }: Ground, path: Path): Path => {
  const full = posix.resolve(root, path);
  if (isWithin(root, full) || (place !== null && isWithin(place, full))) return full;
  throw new Fault("PATH_OUTSIDE", `${path} lies outside`, "name a path below the root");
};

const treeOf = (disk: Disk, ground: Ground): Digest => disk.tree(ground.root, ignored(ground));

/** All of the working tree, ignored or not, but for the engine's own. */
export const workingTree = (disk: Disk, root: Path): ReadonlyMap<Path, string> =>
  disk.treeOf(disk.tree(root, [`${root}/.cairn`]));

const spanOf = (disk: Disk, from: Moment, to: Moment): Span => {
  const known =
    from.tree !== null && to.tree !== null && disk.knows(from.tree) && disk.knows(to.tree);
  const { commits, rewritten } = disk.repo.between(from.head, to.head);
  return {
    known,
    from,
    to,
    changed: known ? disk.changed(from.tree, to.tree) : [],
    commits: commits.map(({ hash, subject, paths }) => ({ hash, subject, paths })),
    rewritten,
  };
};

const contentOf = (
  disk: Disk,
  { globs, except = [], tree: then = null }: ContentAsk,
  now: () => Digest,
): Digest | null => {
  if (globs === null && except.length === 0) return then ?? now();
  const content = disk.treeOf(then !== null && disk.knows(then) ? then : now());
  const listed = [...content].filter(
    ([path]) =>
      (globs === null || matchesAny(globs, path)) &&
      (!matchesAny(except, path) || isNamed(globs ?? [], path)),
  );
  return listed.length === 0 ? null : digest(JSON.stringify(listed));
};

const namesIn = (disk: Disk, folder: Path): readonly string[] => [
  ...new Set(
    [...disk.files.keys()].flatMap((path) =>
      path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1).split("/", 1)[0] ?? ""] : [],
    ),
  ),
];

const named = (disk: Disk, ground: Ground, path: Path): PathFacts => {
  const full = posix.resolve(ground.root, path);
  const file = disk.files.get(full);
  if (!full.startsWith(`${ground.root}/`)) return { is: "outside", digest: null };
  if (file !== undefined) return { is: "file", digest: digest(file.text) };
  return { is: namesIn(disk, full).length > 0 ? "folder" : "missing", digest: null };
};

const filesIn = (
  disk: Disk,
  { root }: Ground,
  folders: NonNullable<Ask["folders"]>,
): Facts["files"] =>
  Object.fromEntries(
    folders.flatMap(({ folder, ending }) =>
      [...disk.files].flatMap(([path, { text }]) =>
        matches(posix.resolve(root, folder), posix.dirname(path)) && path.endsWith(ending)
          ? [
              [
                folder.startsWith("/") ? path : posix.relative(root, path),
                { digest: digest(text), text },
              ] as const,
            ]
          : [],
      ),
    ),
  );

const all = <T>(keys: readonly string[], of: (key: string) => T): Readonly<Record<string, T>> =>
  Object.fromEntries(keys.map((key) => [key, of(key)]));

/** `lies`: the disk itself, where the work is a commit. */
export const factsOf = (
  disk: Disk,
  ground: Ground,
  ask: Ask,
  at: Time,
  lies: Disk = disk,
): Facts => {
  const { repo } = disk;
  const contents = Object.entries(ask.contents ?? {});
  const measures =
    ask.tree === true ||
    ask.changed !== undefined ||
    ask.span?.to === null ||
    contents.some(([, { tree: then = null }]) => then === null);
  const { tree, head } = measures
    ? { tree: treeOf(disk, ground), head: repo.head() }
    : { tree: null, head: null };
  const files = all(ask.files ?? [], (path) => {
    const file = disk.files.get(confined(ground, path));
    return file === undefined ? null : { digest: digest(file.text), text: file.text };
  });
  const outputs = all(ask.outputs ?? [], (name) => {
    const bytes = disk.kept.get(name);
    return bytes === undefined ? null : Buffer.from(bytes).toString("utf8");
  });
  return {
    at,
    root: ground.root,
    folder: ground.place,
    repo: repo.name,
    head,
    tree,
    changed: ask.changed !== undefined && tree !== null ? disk.changed(ask.changed, tree) : [],
    files: { ...filesIn(disk, ground, ask.folders ?? []), ...files },
    outputs,
    commits: all(ask.commits ?? [], repo.exists),
    ...(ask.names === undefined
      ? {}
      : {
          names: all(ask.names, (folder) =>
            namesIn(lies, posix.resolve(ground.root, folder)).toSorted(),
          ),
        }),
    ...(ask.span === undefined
      ? {}
      : { span: spanOf(disk, ask.span.from, ask.span.to ?? { tree, head }) }),
    ...(ask.contents === undefined
      ? {}
      : {
          contents: Object.fromEntries(
            contents.map(([name, one]) => [
              name,
              contentOf(disk, one, () => tree ?? treeOf(disk, ground)),
            ]),
          ),
        }),
    ...(ask.named === undefined
      ? {}
      : { named: all(ask.named, (path) => named(disk, ground, path)) }),
  };
};
