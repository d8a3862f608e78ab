// An edit read as what it changed in the text that its author had read.
import type { JsonNode } from "../../../core/json/json.ts";
import type { Recorded } from "../../../core/row.ts";
import { evolve } from "../evolve.ts";
import type { StigmergyEvent } from "../events.ts";
import { isPast, type Past } from "../past.ts";
import type { State } from "../state.ts";

/** Number of entries shared by the starts of the document's and the ledger's history. */
export const sharedWith = (past: readonly Past[], entries: readonly JsonNode[]): number => {
  const most = Math.min(past.length, entries.length);
  for (let index = 0; index < most; index += 1) {
    const [mine, theirs] = [past[index], entries[index]];
    if (mine === undefined || theirs === undefined || !isPast(mine, theirs)) return index;
  }
  return most;
};

/** The state that the file showed with this many entries; null if there never were so few. Events without an entry don't change the file. */
export const stateOn = (
  log: readonly Recorded<StigmergyEvent>[],
  past: readonly Past[],
  shared: number,
): State | null => {
  const last = past[shared - 1];
  if (last === undefined) return null;
  let state: State | null = null;
  for (const event of log.slice(0, last.event + 1)) state = evolve(state, event);
  return state;
};
