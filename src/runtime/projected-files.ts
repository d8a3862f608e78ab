// Why: a run in the archive may be removed from the disk; its folder is then written no more, and missed by nobody.
import type { Path, Recorded } from "../core/row.ts";
import type { Engine } from "./engine.ts";
import type { Folded } from "./fold.ts";

/** Once written and gone since, with nobody else's files in it. */
export const isRemoved = async ({ workspace }: Engine, run: string, { protocol, state }: Folded, folder: string): Promise<boolean> =>
  protocol.owns === undefined &&
  protocol.life(state) === "archived" &&
  (await workspace.projected(run)) !== null &&
  !(await workspace.isFolder(folder));

/** The files of a run as they ought to be in its folder. */
export const filesFor = async (
  engine: Engine,
  run: string,
  folded: Folded,
  folder: string,
  log: readonly Recorded[],
): Promise<Readonly<Record<Path, string>>> =>
  (await isRemoved(engine, run, folded, folder)) ? {} : folded.protocol.write(folded.state, log);
