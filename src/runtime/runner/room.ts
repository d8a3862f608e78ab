// Why: the limit of agents at once holds for a run and all that it started together, and no job begins in a tree that is being changed, so whoever launches one asks the same room.

/** Shared by the runs of one tree that one runner drives. */
export type Room = {
  /** The run is driven from now on. Until it said how many agents it has, none of the others may launch one. */
  enter(run: string): void;
  /** Agents of the run that are under way, and its checks, which no limit holds for. */
  count(run: string, agents: number, checks?: number): void;
  /** One more agent of the run, if there is room. */
  take(run: string): boolean;
  /** One more check of the run, unless the room is shut. */
  takeCheck(run: string): boolean;
  /** It was not launched after all. */
  giveBack(run: string): void;
  giveBackCheck(run: string): void;
  /** Nobody launches one until what it returns is called; null: agents or checks of other runs are at work, or nobody has looked. */
  shut(run: string): (() => void) | null;
  isShut(): boolean;
  /** The run rests. */
  leave(run: string): void;
  /** Told when there may be room again, or a run rests. */
  watch(hint: () => void): () => void;
};

export const createRoom = (limit: number): Room => {
  /** null: not looked at yet. */
  const agents = new Map<string, number | null>();
  const checking = new Map<string, number>();
  let shut = 0;
  const hints = new Set<() => void>();
  const tell = (): void => {
    for (const hint of hints) hint();
  };
  const put = (run: string, now: number): void => {
    const before = agents.get(run);
    agents.set(run, now);
    if (before === null || before === undefined || now < before) tell();
  };
  const putChecks = (run: string, now: number): void => {
    const before = checking.get(run) ?? 0;
    checking.set(run, Math.max(0, now));
    if (now < before) tell();
  };
  return {
    enter: (run) => void agents.set(run, null),
    count(run, now, checks = 0) {
      putChecks(run, checks);
      put(run, now);
    },
    take(run) {
      if (shut > 0) return false;
      let all = 0;
      for (const one of agents.values()) {
        if (one === null) return false;
        all += one;
      }
      if (all >= limit) return false;
      put(run, (agents.get(run) ?? 0) + 1);
      return true;
    },
    takeCheck(run) {
      if (shut > 0) return false;
      putChecks(run, (checking.get(run) ?? 0) + 1);
      return true;
    },
    giveBackCheck: (run) => putChecks(run, (checking.get(run) ?? 0) - 1),
    giveBack: (run) => put(run, Math.max(0, (agents.get(run) ?? 0) - 1)),
    shut(run) {
      const isAtWork = ([other, now]: readonly [string, number | null]): boolean => other !== run && now !== 0;
      if ([...agents].some(isAtWork) || [...checking].some(isAtWork)) return null;
      shut += 1;
      return () => {
        shut -= 1;
        tell();
      };
    },
    isShut: () => shut > 0,
    leave(run) {
      agents.delete(run);
      checking.delete(run);
      tell();
    },
    watch(hint) {
      hints.add(hint);
      return () => hints.delete(hint);
    },
  };
};
