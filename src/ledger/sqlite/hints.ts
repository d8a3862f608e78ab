// Why: who watches a run hears of writes of other processes without a server, by asking the database one number now and then.
import type { DatabaseSync } from "node:sqlite";
import { createWatchers } from "../watchers.ts";

export type Hints = {
  watch(hint: () => void): () => void;
  /** This process wrote: watchers hear it at once. */
  tell(): void;
  end(): void;
};

/** `data_version` changes when another connection has committed; asking costs some microseconds. `poll` in ms. */
export const openHints = (db: DatabaseSync, poll: number): Hints => {
  const stamp = db.prepare("pragma data_version");
  const watchers = createWatchers();
  let timer: NodeJS.Timeout | null = null;
  let last: unknown = null;

  const seen = (): unknown => {
    try {
      return stamp.get()?.["data_version"];
    } catch {
      // Locked or away just now: the next look will tell, and whoever really reads gets the fault.
      return last;
    }
  };
  const look = (): void => {
    const stamped = seen();
    if (stamped === last) return;
    last = stamped;
    watchers.call();
  };
  const rest = (): void => {
    if (timer !== null) clearInterval(timer);
    timer = null;
  };

  return {
    watch: (hint) => {
      const leave = watchers.add(hint);
      if (timer === null) {
        last = seen();
        timer = setInterval(look, poll).unref();
      }
      return () => {
        leave();
        if (watchers.size() === 0) rest();
      };
    },
    tell: watchers.call,
    end: () => {
      watchers.clear();
      rest();
    },
  };
};
