// Lookup of work by other programs in this folder: session folders that the ledger doesn't own.
import { basename, dirname, join } from "node:path";
import type { Protocol } from "../../core/protocol.ts";
import type { Card, Path } from "../../core/row.ts";
import { type RunFolders, runFolders } from "../../core/documents/run-folders.ts";
import { asTyped } from "../../core/words/shell-word.ts";
import type { Engine } from "../engine.ts";

/** A file of such a folder, relative to the root. */
const below = (folder: Path, file: Path): Path => (folder === "." ? file : `${folder}/${file}`);

/** The existing folders of a place, relative to the root. */
const foldersAt = async (
  { workspace, root }: Engine,
  { folder, file, name }: RunFolders,
): Promise<readonly Path[]> => {
  const names = await workspace.foldersWith(folder === "" ? root : `${root}/${folder}`, file, name);
  return names.map((one) => (folder === "" ? one : `${folder}/${one}`));
};

/** By main file, in the same order. A protocol is loaded only where others may use the file's name, too; an unreadable file has no known owner. */
const areOurs = async (
  { protocol, workspace, root, now }: Engine,
  by: string,
  { file, name }: RunFolders,
  folders: readonly Path[],
): Promise<readonly boolean[]> => {
  const isOurs =
    name === undefined || folders.length === 0 ? undefined : await (await protocol(by))?.isOurs?.();
  if (isOurs === undefined) return folders.map(() => true);
  const files = folders.map((path) => below(path, file));
  const ground = { root, place: null, ignores: [] };
  const facts = await workspace.facts(ground, { files, lenient: true }, now());
  return files.map((path) => isOurs(facts.files[path]?.text ?? ""));
};

/** Other places to start a run, each word pasteable; a git worktree lacks untracked files. */
const elsewhere = (engine: Engine, protocol: Protocol, inGit: boolean): string => {
  const begin = (root: string): string =>
    `\`cairn run --later ${protocol.name} GOAL --root ${root}\``;
  if (!inGit) return `start in another folder: ${begin("FOLDER")}`;
  const beside = asTyped(join(dirname(engine.root), `${basename(engine.root)}-${protocol.name}`));
  return `start in a working tree without it: \`git worktree add ${beside}\`, then ${begin(beside)}; if git tracks the file, add a commit from before it to the first`;
};

/** How to start if another program's file takes the place of a run's main file in a shared folder. null: the file may be a run's. */
export const besideOthers = async (
  engine: Engine,
  protocol: Protocol,
  path: Path,
  inGit: boolean,
): Promise<string | null> => {
  for (const place of runFolders(protocol.name)) {
    if (!path.endsWith(`/${place.name ?? ""}/${place.file}`)) continue;
    const folder = path.slice(engine.root.length + 1, -place.file.length - 1);
    if (!(await areOurs(engine, protocol.name, place, [folder])).includes(false)) continue;
    return `the file is another program's, and can't be taken over: have that one keep it elsewhere, or ${elsewhere(engine, protocol, inGit)}`;
  }
  return null;
};

/**
 * Folders of this working tree, relative to its root, that look like run folders but belong to none of these runs.
 * @param only a protocol's name; default: all protocols
 */
export const straysOf = async (
  engine: Engine,
  cards: readonly Card[],
  only?: string,
): Promise<readonly Path[]> => {
  const { protocols, root, base, resolve } = engine;
  const known = new Set(cards.map((card) => resolve(resolve(base, card.root), card.place)));
  const found: Path[] = [];
  for (const name of only === undefined ? protocols : [only])
    for (const place of runFolders(name)) {
      const folders = (await foldersAt(engine, place)).filter(
        (path) => !known.has(resolve(root, path)),
      );
      const ours = await areOurs(engine, name, place, folders);
      found.push(...folders.filter((_, index) => ours[index]));
    }
  return found.toSorted();
};
