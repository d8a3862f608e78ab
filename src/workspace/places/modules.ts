// Submodules of a working tree of the engine, filled from the user's own git directories without a network.
import { existsSync } from "node:fs";
import { basename, isAbsolute, join, normalize, resolve } from "node:path";
import { digest } from "../../core/hash.ts";
import type { Path } from "../../core/row.ts";
import { isWithin } from "../../core/within.ts";
import { isFolder, namesIn, realOr, trimmedText } from "../disk/look.ts";
import { readable, splitNames } from "../git/git.ts";
import { type Entry, treeEntries } from "../git/trees.ts";
import { askStore, inStore, inTree, type Repository } from "./repository.ts";
import type { Slot } from "./slot.ts";

/** A submodule's recorded commit. `name`: its path, as bytes in latin1. */
export type Link = { readonly name: string; readonly commit: string };

export const linksAmong = (entries: readonly Entry[]): readonly Link[] =>
  entries.flatMap(({ name, mode, id }) => (mode === "160000" ? [{ name, commit: id }] : []));

/** Only a tree with a file .gitmodules is listed. */
export const linksOf = async (repository: Repository, commit: string): Promise<readonly Link[]> => {
  const has = await inStore(repository, ["ls-tree", commit, "--", ".gitmodules"]);
  return has.out.length === 0 ? [] : linksAmong(await treeEntries(askStore(repository), commit));
};

/** The name by which .gitmodules of a commit calls a submodule; the path, where it doesn't. */
const calledAt = async (repository: Repository, commit: string, path: string): Promise<string> => {
  const args = [
    "config",
    "-z",
    "--blob",
    `${commit}:.gitmodules`,
    "--get-regexp",
    String.raw`\.path$`,
  ];
  const { out } = await inStore(repository, args, { also: [1, 128] });
  const found = splitNames(out).find((entry) => entry.slice(entry.indexOf("\n") + 1) === path);
  return found === undefined
    ? path
    : found.slice("submodule.".length, found.indexOf("\n") - ".path".length);
};

const isGitFolder = (folder: string): boolean => isFolder(join(folder, "objects"));

/** The user's git directory of a submodule: beside its files, or within that of the repository. null: not initialized. */
const gitOf = (repository: Repository, path: Path, called: string): string | null => {
  const mark = join(repository.root, path, ".git");
  const inside = isFolder(mark) ? mark : null;
  const said = inside === null && existsSync(mark) ? trimmedText(mark) : null;
  const named = /^gitdir: (.+)$/u.exec(said ?? "")?.[1];
  const isSafe = !isAbsolute(called) && !normalize(called).startsWith("..");
  return (
    [
      ...(inside === null ? [] : [inside]),
      ...(named === undefined ? [] : [resolve(join(repository.root, path), named)]),
      ...(isSafe
        ? [repository.user.own, repository.user.common].map((own) => join(own, "modules", called))
        : []),
    ]
      .filter(isGitFolder)
      .map(realOr)
      .find((folder) =>
        [repository.root, repository.user.common].some((one) => isWithin(one, folder)),
      ) ?? null
  );
};

/** `called`: its name in .gitmodules. */
type Found = { readonly repository: Repository; readonly called: string };
/** The repository of a submodule that has its recorded commit; null: not initialized, or the commit is missing. */
export const moduleOf = async (
  repository: Repository,
  at: string,
  link: Link,
): Promise<Found | null> => {
  const path = readable(link.name);
  const called = readable(await calledAt(repository, at, link.name));
  const own = gitOf(repository, path, called);
  if (own === null || own.includes("\n")) return null;
  const root = join(repository.root, path);
  const found: Repository = {
    ...repository,
    root,
    borrows: own,
    user: { top: root, own, common: own, bare: false, kept: false },
  };
  const { out } = await inStore(found, ["cat-file", "-t", link.commit], { also: [1, 128] });
  return out.toString().trim() === "commit" ? { repository: found, called } : null;
};

/** The index of a submodule's files, beside that of the tree around it. */
export const moduleSlot = ({ folder, tree, index }: Slot, path: Path): Slot => ({
  folder,
  tree: join(tree, path),
  index: `${index}-${digest(path).slice(0, 16)}`,
});

/** The indexes of submodules of a tree, and of theirs. */
export const moduleIndexes = ({ folder, index }: Slot): readonly Path[] =>
  namesIn(folder)
    .filter((name) => name.startsWith(`${basename(index)}-`))
    .map((name) => join(folder, name));

export type Module = {
  readonly path: Path;
  readonly repository: Repository;
  readonly slot: Slot;
  readonly commit: string;
};

/** The filled submodules of a tree at a commit, without those in them. */
export const modulesIn = async (
  repository: Repository,
  slot: Slot,
  at: string,
): Promise<readonly Module[]> => {
  if (moduleIndexes(slot).length === 0) return [];
  const found: Module[] = [];
  for (const link of await linksOf(repository, at)) {
    const path = readable(link.name);
    const own = moduleSlot(slot, path);
    const module = existsSync(own.index) ? await moduleOf(repository, at, link) : null;
    if (module !== null && isFolder(own.tree))
      found.push({ path, repository: module.repository, slot: own, commit: link.commit });
  }
  return found;
};

/** Submodules of a tree in which files differ from its commit's, also those of submodules. */
export const changedModules = async (
  repository: Repository,
  slot: Slot,
  at: string,
): Promise<readonly Path[]> => {
  const changed: Path[] = [];
  for (const { path, ...module } of await modulesIn(repository, slot, at)) {
    const kinds = ["--others", "--modified", "--deleted", "--exclude-standard"];
    const { out } = await inTree(module.repository, module.slot, ["ls-files", "-z", ...kinds]);
    if (out.length > 0) changed.push(path);
    else
      changed.push(
        ...(await changedModules(module.repository, module.slot, module.commit)).map((inner) =>
          join(path, inner),
        ),
      );
  }
  return changed;
};

/** Submodules at a commit, and those in them, that the user's git directories can't fill. */
export const emptyModules = async (
  repository: Repository,
  commit: string,
): Promise<readonly Path[]> => {
  const empty: Path[] = [];
  for (const link of await linksOf(repository, commit)) {
    const path = readable(link.name);
    const module = await moduleOf(repository, commit, link);
    const within = module === null ? null : await emptyModules(module.repository, link.commit);
    empty.push(...(within?.map((inner) => join(path, inner)) ?? [path]));
  }
  return empty;
};
