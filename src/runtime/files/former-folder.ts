// Move of a run's folder after a change of place (archive), safe against kills.
import type { Recorded } from "../../core/row.ts";
import { type Engine, groundOf } from "../engine.ts";
import { type Folded, pagesOf } from "../fold.ts";
import type { Logs } from "../fold/logs.ts";

/** The version that last requested a new place; 0: none. */
const movedAt = ({ protocol }: Folded, log: readonly Recorded[]): number =>
  log.findLast(({ type }) => protocol.moves.includes(type))?.version ?? 0;

/** Whether the run requested a new place since its files were last written: until they are, any files there are foreign. */
const isMovePending = async (
  { ledger, workspace }: Engine,
  run: string,
  { protocol, version }: Folded,
): Promise<boolean> => {
  const since = (await workspace.projected(run))?.version ?? 0;
  // An older copy of the ledger was put back: what the files were written by is not in it.
  if (since > version) return true;
  for await (const rows of pagesOf(ledger, run, since, version))
    if (rows.some(({ type }) => protocol.moves.includes(type))) return true;
  return false;
};

/** Moves the run's files to their new place. Faults: FOLDER_TAKEN and the disk's. */
export const leaveFormer = async (
  engine: Engine,
  run: string,
  folded: Folded,
  logOf: Logs,
): Promise<void> => {
  if (!(await isMovePending(engine, run, folded))) return;
  const log = await logOf(run, folded.version);
  const { place: folder, root } = groundOf(engine, folded);
  let [state, former]: [unknown, string | null] = [null, null];
  for (const event of log) {
    state = folded.protocol.evolve(state, event);
    const { place } = groundOf(engine, { ...folded, state });
    if (place !== folder) former = place;
  }
  if (former === null || folder === null) return;
  const { name: protocol, owns } = folded.protocol;
  const cards = await engine.ledger.runs({ protocol });
  // Another run's files would belong to the next owner of the place, so none begins there.
  const isOthers = cards.some(
    (card) =>
      card.run !== run && engine.resolve(root, card.place) === former && card.root === folded.root,
  );
  if (isOthers) return;
  await engine.workspace.move(run, former, folder, movedAt(folded, log), owns?.(folded.state));
};

/** A folder in the archive that was written once and removed since, without foreign files: it isn't written again. */
export const isRemoved = async (
  { workspace }: Engine,
  run: string,
  { protocol, state }: Folded,
  folder: string,
): Promise<boolean> =>
  protocol.owns === undefined &&
  protocol.life(state) === "archived" &&
  (await workspace.projected(run)) !== null &&
  !(await workspace.isFolder(folder));
