// Reader of the facts that rules ask of the working tree: files, outputs, branch; senders can't forge them.
import type { DropIn } from "../core/run-files.ts";
import { isPlainPath, matches } from "../core/glob.ts";
import { digest } from "../core/hash.ts";
import type { Ask, Facts } from "../core/protocol.ts";
import { Fault } from "../core/refusal.ts";
import type { Digest, Path, Time } from "../core/row.ts";
import { keptBytes } from "./kept.ts";
import { repositoryName, repositoryOf } from "./locate.ts";
import { type Paths, viewed } from "./work-view.ts";
import type { Ground } from "./workspace.ts";

type Texts = Facts["files"];

const textOf = (bytes: Buffer): Texts[string] => ({
  digest: digest(bytes),
  text: bytes.toString("utf8"),
});

/** Errors that an agent can cause by what it puts at a path. */
const ofTheirs: readonly string[] = [
  "PATH_OUTSIDE",
  "FILE_OVERSIZED",
  "PATH_LINKED",
  "NAME_OVERSIZED",
  "FOLDER_OBSTRUCTED",
];
const bytesIfAny = async (view: Paths, path: Path): Promise<Buffer | null> => {
  try {
    return await view.bytes(path);
  } catch (error) {
    if (!(error instanceof Fault) || !ofTheirs.includes(error.code)) throw error;
    return null;
  }
};

const filesOf = async (view: Paths, { files: paths = [], lenient }: Ask): Promise<Texts> => {
  const files: Record<Path, Texts[string]> = {};
  for (const path of paths) {
    const bytes = await (lenient === true ? bytesIfAny(view, path) : view.bytes(path));
    files[path] = bytes === null ? null : textOf(bytes);
  }
  return files;
};

const namesLimit = 2_000;

/** All folders that match, if the last name is a pattern. */
const fitting = async (view: Paths, ask: DropIn): Promise<readonly DropIn[]> => {
  const at = ask.folder.lastIndexOf("/");
  const [above, last] = [ask.folder.slice(0, Math.max(0, at)), ask.folder.slice(at + 1)];
  if (isPlainPath(last) || above === "") return [ask];
  const names = await view.names(above);
  return names
    .filter((name) => matches(last, name))
    .map((name) => ({ folder: `${above}/${name}`, ending: ask.ending }));
};

const foldersOf = async (view: Paths, { folders = [] }: Ask): Promise<Texts> => {
  const files: Record<Path, Texts[string]> = {};
  for (const ask of folders)
    for (const { folder, ending } of await fitting(view, ask))
      for (const [name, bytes] of await view.filesIn(folder, ending, namesLimit))
        files[`${folder}/${name}`] = textOf(bytes);
  return files;
};

/** Results by name. */
const byName = async <T>(
  names: readonly string[],
  tell: (name: string) => Promise<T>,
): Promise<Readonly<Record<string, T>>> => {
  const told: [string, T][] = [];
  for (const name of names) told.push([name, await tell(name)]);
  return Object.fromEntries(told);
};

const outputsOf = (home: string, digests: readonly Digest[]): Facts["outputs"] =>
  Object.fromEntries(
    digests.map((name) => [name, keptBytes(home, name)?.toString("utf8") ?? null]),
  );

const git = () => import("./git/commits.ts");

const nowhere = { tree: null, head: null };

/** Whether the request needs the current tree rather than an earlier one. */
const looksNow = ({ tree, changed, span, contents = {} }: Ask): boolean =>
  tree === true ||
  changed !== undefined ||
  span?.to === null ||
  Object.values(contents).some(({ tree: then = null }) => then === null);

/** Facts for an Ask. `repo` starts no process and is always included. A missing file is null; a folder counts as missing. @param home Cairn's folder */
export const factsOf = (home: string, ground: Ground, ask: Ask, at: Time): Promise<Facts> =>
  viewed(ground, async (view) => {
    const repository = repositoryOf(ground);
    const texts = ask.given === true ? (await import("./tree-view.ts")).pathsOnDisk(ground) : view;
    const files = { ...(await foldersOf(texts, ask)), ...(await filesOf(texts, ask)) };
    const measured = looksNow(ask) ? await view.measured() : null;
    const now = async () => (measured ?? (await view.measured())).tree;
    const { changed: since, commits, span, contents } = ask;
    const [changes, exist, happened, content] = await Promise.all([
      since === undefined || measured?.tree === undefined || measured.tree === null
        ? []
        : (await git()).changedPaths(ground, since, measured.tree),
      commits === undefined ? {} : (await git()).commitsExist(ground, commits),
      span === undefined
        ? null
        : (await import("./git/span.ts")).spanOf(ground, span.from, span.to ?? measured ?? nowhere),
      contents === undefined
        ? null
        : (await import("./git/contents.ts")).contentsOf(ground, contents, now),
    ]);
    return {
      at,
      root: ground.root,
      folder: ground.place,
      repo: repository === null || repository.kept ? null : repositoryName(repository),
      head: measured?.head ?? null,
      tree: measured?.tree ?? null,
      changed: changes,
      files,
      ...(ask.names === undefined
        ? {}
        : {
            names: await byName(
              ask.names,
              (await import("./tree-view.ts")).pathsOnDisk(ground).names,
            ),
          }),
      outputs: outputsOf(home, ask.outputs ?? []),
      commits: exist,
      ...(happened === null ? {} : { span: happened }),
      ...(content === null ? {} : { contents: content }),
      ...(ask.named === undefined ? {} : { named: await byName(ask.named, view.named) }),
    };
  });
