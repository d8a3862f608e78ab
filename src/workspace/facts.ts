// Why: what the rules may know of the world is read here, once and as data, so that no sender can make it up.
import { digest } from "../core/hash.ts";
import type { Ask, Change, Facts } from "../core/protocol.ts";
import type { Digest, Path, Time } from "../core/row.ts";
import { changedPaths, commitsExist, repositoryOf } from "./git/commits.ts";
import { confined } from "./confine.ts";
import { branchOf } from "./git/head.ts";
import { keptBytes } from "./kept.ts";
import { repositoryName } from "./locate.ts";
import { readPlain } from "./disk/plain-file.ts";
import { treeOf } from "./git/tree.ts";
import type { Ground } from "./workspace.ts";

export const groundBytes = (ground: Ground, path: Path): Buffer | null => {
  const real = confined(ground, path);
  return real === null ? null : readPlain(real);
};

const filesOf = (ground: Ground, paths: readonly Path[]): Facts["files"] => {
  const files: Record<Path, { readonly digest: Digest; readonly text: string } | null> = {};
  for (const path of paths) {
    const bytes = groundBytes(ground, path);
    files[path] = bytes === null ? null : { digest: digest(bytes), text: bytes.toString("utf8") };
  }
  return files;
};

const outputsOf = (home: string, digests: readonly Digest[]): Facts["outputs"] =>
  Object.fromEntries(digests.map((name) => [name, keptBytes(home, name)?.toString("utf8") ?? null]));

/** Facts for an Ask. `repo` and `branch` cost no process and are always told. A file that isn't there is null; a folder is none. */
export const factsOf = async (home: string, ground: Ground, ask: Ask, at: Time): Promise<Facts> => {
  const repository = repositoryOf(ground);
  const files = filesOf(ground, ask.files ?? []);
  const measured = ask.tree === true || ask.changed !== undefined ? await treeOf(home, ground) : null;
  const changed: readonly Change[] =
    ask.changed !== undefined && measured !== null ? await changedPaths(home, ground, ask.changed, measured.tree) : [];
  return {
    at,
    root: ground.root,
    folder: ground.place,
    repo: repository === null ? null : repositoryName(repository),
    branch: repository === null ? null : await branchOf(repository),
    head: measured?.head ?? null,
    tree: measured?.tree ?? null,
    changed,
    files,
    outputs: outputsOf(home, ask.outputs ?? []),
    commits: ask.commits === undefined ? {} : await commitsExist(ground, ask.commits),
  };
};
