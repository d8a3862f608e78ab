// Simulated disk that outlives processes: working tree, run folder and .cairn without the ledger.
import { digest } from "../../src/core/hash.ts";
import type { Change } from "../../src/core/protocol.ts";
import type { Digest, Path, Time } from "../../src/core/row.ts";
import { makeRepo } from "./repo.ts";
import type { Repo } from "./repo.ts";

export type File = { readonly text: string; readonly at: number };
export type Anchor = { readonly version: number; readonly head: Digest; readonly at: Time };

export type Disk = {
  readonly repo: Repo;
  /** By absolute path. */
  readonly files: Map<Path, File>;
  readonly kept: Map<Digest, Uint8Array>;
  readonly anchors: Map<string, Anchor[]>;
  /** Bytes of refused edits, by their path. */
  readonly refused: Map<Path, string>;
  /** `by`: the mark of the program that writes; none: somebody else. */
  write(path: Path, text: string, by?: string): void;
  /** Who wrote each file last. */
  readonly writers: ReadonlyMap<Path, string>;
  /** Digest of all below the root, but for what is ignored. */
  tree(root: Path, ignores: readonly Path[]): Digest;
  /** Digest of a content, known from now on. */
  know(content: ReadonlyMap<Path, string>): Digest;
  /** Every tree that was ever measured. */
  treeOf(tree: Digest): ReadonlyMap<Path, string>;
  knows(tree: Digest): boolean;
  changed(from: Digest, to: Digest): readonly Change[];
  rename(from: Path, to: Path): void;
};

/** A text that stands for a picture: its bytes begin as those of one. */
export const picture = "PNG!";
const pngHead = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
export const bytesOf = (text: string): Uint8Array =>
  text.startsWith(picture) ? Buffer.concat([pngHead, Buffer.from(text)]) : Buffer.from(text);

/** `commit`: at HEAD; null: no git. */
export const makeDisk = (now: () => number, commit: string | null): Disk => {
  const files = new Map<Path, File>();
  const writers = new Map<Path, string>();
  const trees = new Map<Digest, ReadonlyMap<Path, string>>();
  const know = (found: ReadonlyMap<Path, string>): Digest => {
    const content = new Map([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)));
    const tree = digest(JSON.stringify([...content])).slice(0, 40);
    if (!trees.has(tree)) trees.set(tree, content);
    return tree;
  };
  const treeOf = (tree: Digest): ReadonlyMap<Path, string> =>
    trees.get(tree) ?? new Map<Path, string>();
  return {
    repo: makeRepo(commit),
    files,
    kept: new Map(),
    anchors: new Map(),
    refused: new Map(),
    writers,
    write(path, text, by = "") {
      files.set(path, { text, at: now() });
      writers.set(path, by);
    },
    tree(root, ignores) {
      const within = [...files].flatMap(([path, { text }]): (readonly [Path, string])[] =>
        path.startsWith(`${root}/`) &&
        !ignores.some((ignored) => path === ignored || path.startsWith(`${ignored}/`))
          ? [[path.slice(root.length + 1), text]]
          : [],
      );
      return know(new Map(within));
    },
    know,
    treeOf,
    knows: (tree) => trees.has(tree),
    changed(from, to) {
      const [a, b] = [treeOf(from), treeOf(to)];
      const paths = [...new Set([...a.keys(), ...b.keys()])].toSorted();
      return paths.flatMap((path): Change[] => {
        if (a.get(path) === b.get(path)) return [];
        return [{ path, how: !a.has(path) ? "added" : b.has(path) ? "modified" : "deleted" }];
      });
    },
    rename(from, to) {
      for (const [path, file] of files.entries().toArray()) {
        if (path !== from && !path.startsWith(`${from}/`)) continue;
        files.delete(path);
        files.set(`${to}${path.slice(from.length)}`, file);
      }
    },
  };
};
