// Why: what the rules may know of the world is read here, once and as data, so that no sender can make it up.
import { isAbsolute, join } from "node:path";
import type { DropIn } from "../core/dialect.ts";
import { isPlainPath, matches } from "../core/glob.ts";
import { digest } from "../core/hash.ts";
import type { Ask, Facts, Named } from "../core/protocol.ts";
import { Fault } from "../core/refusal.ts";
import type { Digest, Path, Time } from "../core/row.ts";
import { absolute, confined } from "./confine.ts";
import { isFolder, isLink, namesIn } from "./disk/look.ts";
import { isPlain, readPlain } from "./disk/plain-file.ts";
import { branchOf } from "./git/head.ts";
import { keptBytes } from "./kept.ts";
import { repositoryName, repositoryOf } from "./locate.ts";
import type { Ground, Measured } from "./workspace.ts";

export const groundBytes = (ground: Ground, path: Path): Buffer | null => {
  const real = confined(ground, path);
  return real === null ? null : readPlain(real);
};

/** What an agent can bring about at a path by what it puts there. */
const ofTheirs: readonly string[] = ["PATH_OUTSIDE", "FILE_OVERSIZED", "PATH_LINKED", "NAME_OVERSIZED", "FOLDER_OBSTRUCTED"];
const bytesIfAny = (ground: Ground, path: Path): Buffer | null => {
  try {
    return groundBytes(ground, path);
  } catch (error) {
    if (!(error instanceof Fault) || !ofTheirs.includes(error.code)) throw error;
    return null;
  }
};

const filesOf = (ground: Ground, { files: paths = [], lenient }: Ask): Facts["files"] => {
  const files: Record<Path, { readonly digest: Digest; readonly text: string } | null> = {};
  for (const path of paths) {
    const bytes = lenient === true ? bytesIfAny(ground, path) : groundBytes(ground, path);
    files[path] = bytes === null ? null : { digest: digest(bytes), text: bytes.toString("utf8") };
  }
  return files;
};

const namesLimit = 2_000;

const namesOf = (ground: Ground, folder: Path): readonly string[] => {
  const real = isAbsolute(folder) ? folder : confined(ground, folder);
  return real === null || !isFolder(real) ? [] : [...namesIn(real)].sort((a, b) => (a < b ? -1 : 1));
};

/** Each folder that the last name fits, where that is a pattern. */
const fitting = (ground: Ground, ask: DropIn): readonly DropIn[] => {
  const at = ask.folder.lastIndexOf("/");
  const [above, last] = [ask.folder.slice(0, Math.max(0, at)), ask.folder.slice(at + 1)];
  if (isPlainPath(last) || above === "") return [ask];
  return namesOf(ground, above)
    .filter((name) => matches(last, name))
    .map((name) => ({ folder: `${above}/${name}`, ending: ask.ending }));
};

/** Absolute ones may lie anywhere: whoever asks names a folder that the asker chose. */
const foldersOf = (ground: Ground, folders: NonNullable<Ask["folders"]>): Facts["files"] =>
  Object.fromEntries(
    folders
      .flatMap((ask) => fitting(ground, ask))
      .flatMap(({ folder, ending }) => {
        const real = isAbsolute(folder) ? folder : confined(ground, folder);
        if (real === null || !isFolder(real)) return [];
        const names = namesIn(real).filter((name) => name.endsWith(ending) && isPlain(join(real, name)));
        return [...names]
          .sort((a, b) => (a < b ? -1 : 1))
          .slice(0, namesLimit)
          .flatMap((name) => {
            const bytes = readPlain(join(real, name));
            return bytes === null ? [] : [[`${folder}/${name}`, { digest: digest(bytes), text: bytes.toString("utf8") }] as const];
          });
      }),
  );

const namedOf = (ground: Ground, path: Path): Named => {
  try {
    const real = confined(ground, path);
    if (real === null) return { is: "missing", digest: null };
    const link = isLink(absolute(ground.root, path)) ? ({ link: true } as const) : {};
    if (isFolder(real)) return { is: "folder", digest: null, ...link };
    const bytes = readPlain(real);
    return bytes === null ? { is: "unreadable", digest: null, ...link } : { is: "file", digest: digest(bytes), ...link };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { is: error.code === "PATH_OUTSIDE" ? "outside" : "unreadable", digest: null };
  }
};

const outputsOf = (home: string, digests: readonly Digest[]): Facts["outputs"] =>
  Object.fromEntries(digests.map((name) => [name, keptBytes(home, name)?.toString("utf8") ?? null]));

/** What measures is loaded where something is measured: who only looks at a run does without. */
const treeOf = async (home: string, ground: Ground): Promise<Measured> => (await import("./git/tree.ts")).treeOf(home, ground);

const git = () => import("./git/commits.ts");

const nowhere = { tree: null, head: null };

/** What is asked of a moment that was measured before needs no look at the tree as it is now. */
const looksNow = ({ tree, changed, span, contents = {} }: Ask): boolean =>
  tree === true || changed !== undefined || span?.to === null || Object.values(contents).some(({ tree: then = null }) => then === null);

/**
 * Facts for an Ask. `repo` and `branch` cost no process and are always told. A file that isn't there is null; a folder is none. `seen`: what
 * was measured just now, in the place of another look at the tree.
 */
export const factsOf = async (home: string, ground: Ground, ask: Ask, at: Time, seen?: Measured): Promise<Facts> => {
  const repository = repositoryOf(ground);
  const files = { ...foldersOf(ground, ask.folders ?? []), ...filesOf(ground, ask) };
  const measured = looksNow(ask) ? (seen ?? (await treeOf(home, ground))) : null;
  const now = async (): Promise<string> => (measured ?? (await treeOf(home, ground))).tree;
  const { changed: since, commits, reached, span, contents } = ask;
  const [changes, exist, reach, happened, content] = await Promise.all([
    since === undefined || measured === null ? [] : (await git()).changedPaths(home, ground, since, measured.tree),
    commits === undefined ? {} : (await git()).commitsExist(ground, commits),
    reached === undefined ? null : (await git()).commitsReached(ground, reached),
    span === undefined ? null : (await import("./git/span.ts")).spanOf(home, ground, span.from, span.to ?? measured ?? nowhere),
    contents === undefined ? null : (await import("./git/contents.ts")).contentsOf(home, ground, contents, now),
  ]);
  return {
    at,
    root: ground.root,
    folder: ground.place,
    repo: repository === null ? null : repositoryName(repository),
    branch: repository === null ? null : await branchOf(repository),
    head: measured?.head ?? null,
    tree: measured?.tree ?? null,
    changed: changes,
    files,
    ...(ask.names === undefined ? {} : { names: Object.fromEntries(ask.names.map((folder) => [folder, namesOf(ground, folder)])) }),
    outputs: outputsOf(home, ask.outputs ?? []),
    commits: exist,
    ...(reach === null ? {} : { reached: reach }),
    ...(happened === null ? {} : { span: happened }),
    ...(content === null ? {} : { contents: content }),
    ...(ask.named === undefined ? {} : { named: Object.fromEntries(ask.named.map((path) => [path, namedOf(ground, path)])) }),
  };
};
