// Watchers of a ledger's file, which poll the database's change counter.
import type { DatabaseSync } from "node:sqlite";
import { createWatchers, type Watchers } from "../watchers.ts";

/** `data_version` changes when another connection has committed; reading it costs some microseconds. `poll` in ms. */
export const openHints = (db: DatabaseSync, poll: number): Watchers => {
  const stamp = db.prepare("pragma data_version");
  let last: unknown = null;

  const seen = (): unknown => {
    try {
      return stamp.get()?.["data_version"];
    } catch {
      // Temporarily locked or unreachable: the next poll will tell, and real reads get the fault.
      return last;
    }
  };
  const look = (): void => {
    const stamped = seen();
    if (stamped === last) return;
    last = stamped;
    watchers.call();
  };
  const begin = (): void => {
    last = seen();
  };
  const watchers = createWatchers({ ms: poll, begin, look });
  return watchers;
};
