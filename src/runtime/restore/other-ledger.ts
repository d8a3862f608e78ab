// Check for a second ledger with the same run, before a restore writes its folder.
import type { Anchor } from "../../workspace/workspace.ts";
import type { Engine } from "../engine.ts";
import type { RestoreFinding } from "../findings.ts";

const found = (code: string, text: string): readonly RestoreFinding[] => [{ line: 0, code, text }];

/** For a run that this ledger lacks. `anchors`: those of this checkout; `place`: the run's folder. */
export const otherLedger = async (
  { ledger, workspace, url }: Engine,
  run: string,
  anchors: readonly Anchor[],
  place: string | null,
): Promise<readonly RestoreFinding[]> => {
  const own = await ledger.id();
  for (const id of new Set(anchors.map((anchor) => anchor.ledger).toReversed())) {
    const other = id === undefined || id === own ? null : await workspace.ledgerAt(id, true);
    if (other !== null && other !== url)
      return found(
        "LEDGER_OTHER",
        `this checkout has run ${run} in ${other}: whichever of the two is resumed takes what the other writes for a person's edits; pause it there, and drive it in one of them alone`,
      );
  }
  if (anchors.length > 0 || place === null || !(await workspace.isFolder(place))) return [];
  return found(
    "FOLDER_PRESENT",
    `${place} is there, and this checkout has no record of its writer: if another ledger's run does, drive it in one of them alone`,
  );
};
