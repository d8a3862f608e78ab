// Why: what was so at any version or time is folded from the ledger again, so that the past can't be argued about.
import type { Recorded, Time } from "../core/row.ts";
import type { Engine } from "./engine.ts";
import { emptyFold, recorded } from "./fold.ts";
import type { Folded } from "./fold.ts";
import { pagesOf } from "./pages.ts";

/** All events of a run, or those up to a version or a time; `after`: only later ones than that version. */
export const readLog = async (
  engine: Engine,
  run: string,
  until: number | Time = Number.MAX_SAFE_INTEGER,
  after = 0,
): Promise<readonly Recorded[]> => {
  const events: Recorded[] = [];
  for await (const rows of pagesOf(engine.ledger, run, after)) {
    for (const row of rows) {
      if (typeof until === "number" ? row.version > until : row.at > until) return events;
      events.push(recorded(row));
    }
  }
  return events;
};

/** The state at a version or a time, with the events that made it; null: the run wasn't yet. */
export const stateAt = async (
  engine: Engine,
  run: string,
  newest: Folded,
  at: number | Time,
): Promise<{ readonly state: unknown; readonly log: readonly Recorded[] } | null> => {
  const log = await readLog(engine, run, at);
  if (log.length === 0) return null;
  let { state } = emptyFold(newest.protocol, newest.root, newest.origin);
  for (const event of log) state = newest.protocol.evolve(state, event);
  return { state, log };
};
