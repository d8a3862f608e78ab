// Limit of agents at once, common to a run and its child runs.

/** Shared by the runs of one tree that one runner drives. */
export type Room = {
  /** The run is driven from now on. Until it said how many agents it has, none of the others may launch one. */
  enter(run: string): void;
  /** Agents of the run that are under way. */
  count(run: string, agents: number): void;
  /** One more agent of the run, if there is room. */
  take(run: string): boolean;
  /** It was not launched after all. */
  giveBack(run: string): void;
  /** The run rests. */
  leave(run: string): void;
  /** Told when there may be room again, or a run rests. */
  watch(hint: () => void): () => void;
};

export const createRoom = (limit: number): Room => {
  /** null: not looked at yet. */
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
