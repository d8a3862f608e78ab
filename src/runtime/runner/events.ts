// Why: what is shown of a run's progress is the ledger itself, whoever appended to it.
import { recorded } from "../fold.ts";
import type { Driving } from "./driving.ts";

/** Tells every event after what was told before; nothing of what happened before the first call. */
export const createEvents = ({ engine, run, tell }: Driving): ((version: number) => Promise<void>) => {
  let told: number | null = null;
  return async (version) => {
    if (told !== null && version > told) {
      for (const row of await engine.ledger.read({ run, after: told })) {
        if (row.version <= version) tell({ is: "event", event: recorded(row) });
      }
    }
    told = Math.max(told ?? 0, version);
  };
};
