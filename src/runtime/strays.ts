// Why: work that another program began here would go unseen if only the ledger's own runs were listed.
import type { Protocol } from "../core/protocol.ts";
import type { Card, Path } from "../core/row.ts";
import type { SurveyPlace } from "../core/survey.ts";
import type { Remains } from "../workspace/workspace.ts";
import type { Engine } from "./engine.ts";

/** The folders of a place that there are, from the root. */
export const foldersAt = async (remains: Remains, root: string, { folder, file, name }: SurveyPlace): Promise<readonly Path[]> => {
  const names = await remains.foldersWith(folder === "" ? root : `${root}/${folder}`, file);
  return names.filter((one) => name === undefined || one === name).map((one) => (folder === "" ? one : `${folder}/${one}`));
};

/** By their main file, in the same order. Unreadable: nobody knows whose it is. */
export const areOurs = async (
  { workspace, root, now }: Pick<Engine, "workspace" | "root" | "now">,
  { file, isOurs }: SurveyPlace,
  folders: readonly Path[],
): Promise<readonly boolean[]> => {
  if (isOurs === undefined) return folders.map(() => true);
  const files = folders.map((path) => `${path}/${file}`);
  const facts = await workspace.facts({ root, place: null, ignores: [] }, { files, lenient: true }, now());
  return files.map((path) => isOurs(facts.files[path]?.text ?? ""));
};

/** A file that lies where a run's main file would, and can't be one: its folder is shared with other programs. */
export const isOthers = async (engine: Engine, protocol: Protocol, path: Path): Promise<boolean> => {
  const survey = await protocol.survey?.();
  for (const place of survey?.places ?? []) {
    if (!path.endsWith(`/${place.name ?? ""}/${place.file}`)) continue;
    const folder = path.slice(engine.root.length + 1, -place.file.length - 1);
    if ((await areOurs(engine, place, [folder])).includes(false)) return true;
  }
  return false;
};

/** Folders of this working tree, from its top, that hold what a run's folder holds and are none of these runs'. */
export const straysOf = async (engine: Engine, cards: readonly Card[]): Promise<readonly Path[]> => {
  const { protocols, protocol, workspace, root, base, resolve } = engine;
  const known = new Set(cards.map((card) => resolve(resolve(base, card.root), card.place)));
  const remains = await workspace.remains();
  const found: Path[] = [];
  for (const name of protocols) {
    const survey = await (await protocol(name))?.survey?.();
    for (const place of survey?.places ?? []) {
      const folders = (await foldersAt(remains, root, place)).filter((path) => !known.has(`${root}/${path}`));
      const ours = await areOurs(engine, place, folders);
      found.push(...folders.filter((_, index) => ours[index]));
    }
  }
  return found.toSorted();
};
