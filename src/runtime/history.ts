// Why: what was so at any version or time is folded from the ledger again, so that the past can't be argued about.
import type { Recorded, Time } from "../core/row.ts";
import type { Engine } from "./engine.ts";
import { recorded } from "./fold.ts";
import { pagesOf } from "./pages.ts";

/** All events of a run, or those up to a version or a time. */
export const readLog = async (
  engine: Engine,
  run: string,
  until: number | Time = Number.MAX_SAFE_INTEGER,
): Promise<readonly Recorded[]> => {
  const events: Recorded[] = [];
  const last = typeof until === "number" ? until : undefined;
  for await (const rows of pagesOf(engine.ledger, run, 0, last)) {
    for (const row of rows) {
      if (typeof until === "number" ? row.version > until : row.at > until) return events;
      events.push(recorded(row));
    }
  }
  return events;
};
