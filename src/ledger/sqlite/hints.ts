// Why: who watches a run hears of writes of other processes without a server, by asking the database one number now and then.
import type { DatabaseSync } from "node:sqlite";

export type Hints = {
  watch(hint: () => void): () => void;
  /** This process wrote: watchers hear it at once. */
  tell(): void;
  end(): void;
};

/** `data_version` changes when another connection has committed; asking costs some microseconds. `poll` in ms. */
export const openHints = (db: DatabaseSync, poll: number): Hints => {
  const stamp = db.prepare("pragma data_version");
  const watchers = new Set<() => void>();
  let timer: NodeJS.Timeout | null = null;
  let last: unknown = null;

  const tell = (): void => {
    for (const watcher of watchers) queueMicrotask(() => watchers.has(watcher) && watcher());
  };
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
    tell();
  };
  const rest = (): void => {
    if (timer !== null) clearInterval(timer);
    timer = null;
  };

  return {
    watch: (hint) => {
      const own = (): void => hint();
      watchers.add(own);
      if (timer === null) {
        last = seen();
        timer = setInterval(look, poll).unref();
      }
      return () => {
        watchers.delete(own);
        if (watchers.size === 0) rest();
      };
    },
    tell,
    end: () => {
      watchers.clear();
      rest();
    },
  };
};
