// Why: work that another program began here would go unseen if only the ledger's own runs were listed.
import type { Card, Path } from "../core/row.ts";
import type { SurveyPlace } from "../core/survey.ts";
import type { Remains } from "../workspace/workspace.ts";
import type { Engine } from "./engine.ts";

/** The folders of a place that there are, from the root. */
export const foldersAt = async (remains: Remains, root: string, { folder, file, name }: SurveyPlace): Promise<readonly Path[]> => {
  const names = await remains.foldersWith(folder === "" ? root : `${root}/${folder}`, file);
  return names.filter((one) => name === undefined || one === name).map((one) => (folder === "" ? one : `${folder}/${one}`));
};

/** Folders of this working tree, from its top, that hold what a run's folder holds and are none of these runs'. Nothing in them is read. */
export const straysOf = async (
  { protocols, protocol, workspace, root, base, resolve }: Engine,
  cards: readonly Card[],
): Promise<readonly Path[]> => {
  const known = new Set(cards.map((card) => resolve(resolve(base, card.root), card.place)));
  const remains = await workspace.remains();
  const found: Path[] = [];
  for (const name of protocols) {
    const survey = await (await protocol(name))?.survey?.();
    for (const place of survey?.places ?? [])
      for (const path of await foldersAt(remains, root, place)) if (!known.has(`${root}/${path}`)) found.push(path);
  }
  return found.toSorted();
};
