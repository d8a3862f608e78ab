// Why: work that another program began here would go unseen if only the ledger's own runs were listed.
import type { Card, Path } from "../core/row.ts";
import type { Engine } from "./engine.ts";

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
    for (const { folder, file } of survey?.places ?? [])
      for (const one of await remains.foldersWith(`${root}/${folder}`, file))
        if (!known.has(`${root}/${folder}/${one}`)) found.push(`${folder}/${one}`);
  }
  return found.toSorted();
};
