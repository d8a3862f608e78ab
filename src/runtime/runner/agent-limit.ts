// Limit of agents at once, common to a run and its child runs.

/** Shared by the runs of one tree that one runner drives. */
export type Room = {
  /** Adds a run. Until its agents are counted, none of the other runs may launch one. */
  enter(run: string): void;
  /** Sets the number of the run's running agents. */
  count(run: string, agents: number): void;
  /** Reserves one more agent for the run, if there is room. */
  take(run: string): boolean;
  /** Releases a reservation that wasn't used. */
  giveBack(run: string): void;
  /** The run rests. */
  leave(run: string): void;
  /** Calls back when there may be room again, or a run rests. */
  watch(hint: () => void): () => void;
};

export const createRoom = (limit: number): Room => {
  /** null: not counted yet. */
  const agents = new Map<string, number | null>();
  const hints = new Set<() => void>();
  const tell = (): void => {
    for (const hint of hints) hint();
  };
  const put = (run: string, now: number): void => {
    const before = agents.get(run);
    agents.set(run, now);
    if (before === null || before === undefined || now < before) tell();
  };
  return {
    enter: (run) => void agents.set(run, null),
    count: put,
    take(run) {
      let all = 0;
      for (const one of agents.values()) {
        if (one === null) return false;
        all += one;
      }
      if (all >= limit) return false;
      put(run, (agents.get(run) ?? 0) + 1);
      return true;
    },
    giveBack: (run) => put(run, Math.max(0, (agents.get(run) ?? 0) - 1)),
    leave(run) {
      agents.delete(run);
      tell();
    },
    watch(hint) {
      hints.add(hint);
      return () => hints.delete(hint);
    },
  };
};
