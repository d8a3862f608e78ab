// Idle time of each run by the live feed: events, leases and output of its jobs.

/** Time doesn't count while a machine sleeps: at most this much between two checks, in ms. */
const mostBetweenMs = 90_000;
export const quietMinutes = 10;
const quietMs = quietMinutes * 60_000;

export type Stillness = {
  /** Something of these runs changed; null: unknown ones. */
  readonly moved: (runs: readonly string[] | null) => void;
  /** Those of the running runs that have just been idle long enough; each once until it changes. `now`: monotonic milliseconds. */
  readonly look: (atWork: readonly string[], now: number) => readonly string[];
};

export const createStillness = (): Stillness => {
  const still = new Map<string, number>();
  let last: number | null = null;
  return {
    moved(runs) {
      if (runs === null) still.clear();
      else for (const run of runs) still.delete(run);
    },
    look(atWork, now) {
      const passed = last === null ? 0 : Math.min(now - last, mostBetweenMs);
      last = now;
      const due: string[] = [];
      for (const run of still.keys()) if (!atWork.includes(run)) still.delete(run);
      for (const run of atWork) {
        const before = still.get(run);
        const after = before === undefined ? 0 : before + passed;
        still.set(run, after);
        if (before !== undefined && before < quietMs && after >= quietMs) due.push(run);
      }
      return due;
    },
  };
};

/** For the whole page. */
export const stillness: Stillness = createStillness();
