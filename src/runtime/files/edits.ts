// Hand edits of a run's files, read as commands through the one door, or refused, stored, explained and reverted (invariant 9).
import { type Refusal, refuse } from "../../core/refusal.ts";
import type { Path } from "../../core/row.ts";
import type { Drift, Settled } from "../../workspace/workspace.ts";
import type { Copies } from "./edit-author.ts";
import { type EditParts, ownOf, readOnce } from "./edit-read.ts";
import { recordRefusal } from "./edit-refused.ts";

export type Edits = {
  /** Reads edits as commands and settles them: their bytes may be replaced from then on. `copies`: of the files, in a job's place. */
  takeIn(run: string, folder: string, found: readonly Drift[], copies?: Copies): Promise<void>;
};

/** Maximum of rereads when other processes were first; afterwards the edit waits for the next scan. */
const rounds = 10;

/** null: others were always first. */
const readAll = async (
  parts: EditParts,
  run: string,
  edits: readonly Drift[],
  copies: Copies | undefined,
): Promise<ReadonlyMap<Path, Refusal> | null> => {
  for (let round = 1; edits.length > 0 && round <= rounds; round += 1) {
    const refused = await readOnce(parts, run, edits, round === rounds, copies);
    if (refused !== null) return refused;
  }
  return edits.length === 0 ? new Map() : null;
};

export const createEdits = (parts: EditParts): Edits => ({
  async takeIn(run, folder, found, copies) {
    const { workspace } = parts.engine;
    const written = found.filter(({ half }) => !half);
    const isAsked = copies === undefined && written.length > 0;
    const whole = isAsked ? ownOf(written, await workspace.last(run)) : written;
    const refused = await readAll(
      parts,
      run,
      whole.filter(({ unreadable }) => unreadable === null),
      copies,
    );
    const settled: Settled[] = [];
    for (const drift of whole) {
      const { path, text, digest, mark, unreadable } = drift;
      const why =
        unreadable === null ? refused?.get(path) : refuse("FILE_BROKEN", unreadable, { path });
      if (unreadable === null && refused === null) continue;
      if (why !== undefined && text !== null) await recordRefusal(parts, run, folder, drift, why);
      if (digest === null) continue;
      // A writer that begins by emptying the file isn't done: its text was made from the one before.
      const isTaken = why === undefined && text !== "";
      settled.push({ path, digest, base: isTaken ? text : null, mark });
    }
    if (copies === undefined && settled.length > 0) await workspace.settle(run, settled);
  },
});
