// View of a working tree: its files as they lie on disk, its content as committed.
import { isAbsolute, join } from "node:path";
import { digest } from "../core/hash.ts";
import type { PathFacts } from "../core/protocol.ts";
import { Fault } from "../core/refusal.ts";
import type { Path } from "../core/row.ts";
import type { Moment } from "../core/span.ts";
import { absolute, confined } from "./confine.ts";
import { isFolder, isLink, namesIn } from "./disk/look.ts";
import { isPlain, readPlain } from "./disk/plain-file.ts";
import { repositoryOf } from "./locate.ts";
import { type Paths, sorted, type WorkView } from "./work-view.ts";
import type { Ground } from "./workspace.ts";

const bytesAt = (ground: Ground, path: Path): Buffer | null => {
  const real = confined(ground, path);
  return real === null ? null : readPlain(real);
};

const folderAt = (ground: Ground, folder: Path): string | null => {
  const real = isAbsolute(folder) ? folder : confined(ground, folder);
  return real === null || !isFolder(real) ? null : real;
};

const namedAt = (ground: Ground, path: Path): PathFacts => {
  try {
    const real = confined(ground, path);
    if (real === null) return { is: "missing", digest: null };
    const link = isLink(absolute(ground.root, path)) ? ({ link: true } as const) : {};
    if (isFolder(real)) return { is: "folder", digest: null, ...link };
    const bytes = readPlain(real);
    return bytes === null
      ? { is: "unreadable", digest: null, ...link }
      : { is: "file", digest: digest(bytes), ...link };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { is: error.code === "PATH_OUTSIDE" ? "outside" : "unreadable", digest: null };
  }
};

export const pathsOnDisk = (ground: Ground): Paths => ({
  bytes: async (path) => bytesAt(ground, path),
  names: async (folder) => {
    const real = folderAt(ground, folder);
    return real === null ? [] : sorted(namesIn(real));
  },
  filesIn: async (folder, ending, most) => {
    const real = folderAt(ground, folder);
    if (real === null) return [];
    const names = sorted(
      namesIn(real).filter((name) => name.endsWith(ending) && isPlain(join(real, name))),
    );
    return names.slice(0, most).flatMap((name) => {
      const bytes = readPlain(join(real, name));
      return bytes === null ? [] : [[name, bytes] as const];
    });
  },
  named: async (path) => namedAt(ground, path),
});

/** What isn't committed is nobody's work: a run begins from a commit. */
const headMeasured = async (ground: Ground): Promise<Moment> => {
  const repository = repositoryOf(ground);
  if (repository === null) return { tree: null, head: null };
  const { headOf, treeOf } = await import("./git/head.ts");
  const head = await headOf(repository);
  return { tree: head === null ? null : await treeOf(repository, head), head };
};

export const treeView = (ground: Ground): WorkView => ({
  ...pathsOnDisk(ground),
  measured: () => headMeasured(ground),
});
