// Warning about a ledger that ends before its last anchor: restored from an older copy, or truncated.
import type { Engine } from "../engine.ts";
import type { Folds } from "../fold.ts";
import { type Progress, warn } from "../run-options.ts";

/** Reads only the last anchor, whatever the length of the run. */
export const tellBehind = async (
  engine: Engine,
  folds: Folds,
  run: string,
  tell: (progress: Progress) => void,
): Promise<void> => {
  const last = (await engine.workspace.anchors(run)).at(-1);
  const folded = await folds.newest(run);
  if (last === undefined || folded === null || last.version <= folded.version) return;
  if (last.ledger !== undefined && last.ledger !== (await engine.ledger.id())) return;
  const text = `TAIL_CUT: the ledger of run ${run} ends at event ${folded.version}, but event ${last.version} was anchored on ${last.at}`;
  warn(
    tell,
    `${text}: an older copy was put back, or its end was cut off. What came after is done again; to keep it, stop here and put the newer ledger back, or restore an export`,
  );
};
