// How long each run has been still, by what the live feed tells: events, leases and output of its jobs.

/** A machine that sleeps lets no time pass: between two looks at most this long, in ms. */
const mostBetweenMs = 90_000;
export const quietMinutes = 10;
const quietMs = quietMinutes * 60_000;

export type Stillness = {
  /** Something of these runs moved; null: of unknown ones. */
  readonly moved: (runs: readonly string[] | null) => void;
  /** Of the runs that are at work, those that have just been still for so long; each once, until it moves. `now`: milliseconds that only grow. */
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

/** Of the whole page. */
export const stillness: Stillness = createStillness();
