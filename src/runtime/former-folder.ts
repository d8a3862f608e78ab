// Move of a run's folder after a change of place (archive), safe against kills.
import { logFold } from "../core/log-fold.ts";
import type { Recorded } from "../core/row.ts";
import { type Engine, groundOf } from "./engine.ts";
import type { Folded } from "./fold.ts";

/** The newest version of each type. */
const newestOf = logFold<Recorded, Map<string, number>>(
  () => new Map(),
  (versions, { type, version }) => versions.set(type, version),
);
/** The version that last requested a new place; 0: none. */
export const movedAt = ({ protocol }: Folded, log: readonly Recorded[]): number => {
  const versions = newestOf(log);
  return Math.max(0, ...protocol.moves.map((type) => versions.get(type) ?? 0));
};

/** The run's folder before its last change of place, absolute; null: no change. */
const formerFolder = (engine: Engine, folded: Folded, log: readonly Recorded[]): string | null => {
  const { protocol } = folded;
  const now = groundOf(engine, folded).place;
  if (movedAt(folded, log) === 0) return null;
  let state: unknown = null;
  let former: string | null = null;
  for (const event of log) {
    state = protocol.evolve(state, event);
    const place = groundOf(engine, { ...folded, state }).place;
    if (place !== now) former = place;
  }
  return former;
};

/** Moves the run's files to their new place. Faults: FOLDER_TAKEN and the disk's. */
export const leaveFormer = async (
  engine: Engine,
  run: string,
  folded: Folded,
  log: readonly Recorded[],
): Promise<void> => {
  const former = formerFolder(engine, folded, log);
  const { place: folder, root } = groundOf(engine, folded);
  if (former === null || folder === null || former === folder) return;
  const { name: protocol, owns } = folded.protocol;
  const cards = await engine.ledger.runs({ protocol });
  // Another run's files would belong to the next owner of the place, so none begins there.
  const isOthers = cards.some(
    (card) =>
      card.run !== run && engine.resolve(root, card.place) === former && card.root === folded.root,
  );
  if (isOthers) return;
  await engine.workspace.move(
    run,
    former,
    folder,
    movedAt(folded, log),
    owns === undefined ? {} : { owns: owns(folded.state) },
  );
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
