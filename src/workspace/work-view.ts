// View of work for facts, either a working tree or a commit.
import type { PathFacts } from "../core/protocol.ts";
import type { Path } from "../core/row.ts";
import type { Moment } from "../core/span.ts";
import type { Ground } from "./workspace.ts";

/** Paths are relative to the root, or in the run's folder. Faults: PATH_OUTSIDE, FILE_OVERSIZED, the disk's and git's. */
export type Paths = {
  /** A regular file's bytes, symbolic links resolved; null: none. */
  bytes(path: Path): Promise<Buffer | null>;
  /** In order; empty without a folder. An absolute folder may be anywhere: the caller chose it. */
  names(folder: Path): Promise<readonly string[]>;
  /** The regular files directly in a folder with this suffix, at most `most`, in order; links aren't followed. */
  filesIn(
    folder: Path,
    ending: string,
    most: number,
  ): Promise<readonly (readonly [name: string, bytes: Buffer])[]>;
  /** Any named object is a result, never a fault. */
  named(path: Path): Promise<PathFacts>;
};

export type WorkView = Paths & { measured(): Promise<Moment> };

export const sorted = (names: Iterable<string>): readonly string[] =>
  [...names].sort((a, b) => (a < b ? -1 : 1));

/** Lets `read` access the work of a ground. */
export const viewed = async <T>(
  ground: Ground,
  read: (view: WorkView) => Promise<T>,
): Promise<T> => {
  if (ground.at === undefined) return read((await import("./tree-view.ts")).treeView(ground));
  return (await import("./git/commit-view.ts")).inCommit(ground, ground.at, read);
};
