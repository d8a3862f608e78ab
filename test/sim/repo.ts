// Simulated git: commits and HEAD as values.
import { digest } from "../../src/core/hash.ts";
import type { Path } from "../../src/core/row.ts";

export type Commit = {
  readonly hash: string;
  readonly parent: string | null;
  readonly subject: string;
  readonly tree: ReadonlyMap<Path, string>;
  readonly paths: readonly Path[];
};

export type Repo = {
  /** null: the folder lies in no repository; then nothing below says anything. */
  readonly name: string | null;
  head(): string | null;
  /** By its full or a shortened name. */
  exists(hash: string): boolean;
  /** In `to` and not in `from`, oldest first; rewritten: `from` is no ancestor of `to`. */
  between(
    from: string | null,
    to: string | null,
  ): { readonly commits: readonly Commit[]; readonly rewritten: boolean };
  /** Commits these paths as they are; null: nothing of them differs. */
  commit(now: ReadonlyMap<Path, string>, paths: readonly Path[], subject: string): string | null;
  /** HEAD goes back by one; what the working tree's files are then, null: gone. Without a commit to go back to nothing changes. */
  reset(): ReadonlyMap<Path, string | null>;
};

/** `first`: the name of the commit that there is from the start; null: no git. */
export const makeRepo = (first: string | null): Repo => {
  const commits = new Map<string, Commit>();
  const begun: Commit | null =
    first === null
      ? null
      : { hash: first, parent: null, subject: "begin", tree: new Map(), paths: [] };
  if (begun !== null) commits.set(begun.hash, begun);
  let head = begun;
  const lineOf = (hash: string | null): readonly Commit[] => {
    const line: Commit[] = [];
    for (let at = commits.get(hash ?? ""); at !== undefined; at = commits.get(at.parent ?? ""))
      line.push(at);
    return line;
  };
  const differing = (
    now: ReadonlyMap<Path, string>,
    then: ReadonlyMap<Path, string>,
  ): readonly Path[] =>
    [...new Set([...now.keys(), ...then.keys()])]
      .filter((path) => now.get(path) !== then.get(path))
      .toSorted();
  return {
    name: first === null ? null : "shop",
    head: () => head?.hash ?? null,
    exists: (hash) => hash !== "" && [...commits.keys()].some((known) => known.startsWith(hash)),
    between(from, to) {
      const before = new Set(lineOf(from).map(({ hash }) => hash));
      const line = lineOf(to);
      const rewritten = from !== null && from !== to && !line.some(({ hash }) => hash === from);
      return { commits: line.filter(({ hash }) => !before.has(hash)).toReversed(), rewritten };
    },
    commit(now, paths, subject) {
      if (head === null) return null;
      const tree = new Map(head.tree);
      for (const path of paths) {
        const text = now.get(path);
        if (text === undefined) tree.delete(path);
        else tree.set(path, text);
      }
      const changed = differing(tree, head.tree);
      if (changed.length === 0) return null;
      const hash = digest(`${head.hash} ${commits.size} ${subject}`).slice(0, 40);
      head = { hash, parent: head.hash, subject, tree, paths: changed };
      commits.set(hash, head);
      return hash;
    },
    reset() {
      const parent = commits.get(head?.parent ?? "");
      if (head === null || parent === undefined) return new Map();
      const left = head.tree;
      head = parent;
      return new Map(
        [...new Set([...left.keys(), ...parent.tree.keys()])].map(
          (path) => [path, parent.tree.get(path) ?? null] as const,
        ),
      );
    },
  };
};
