// Throttles: a burst of calls becomes one, or one at a time.
import type { HubClock } from "./clock.ts";

export type Gathered = {
  /** Runs the action once, `ms` after the first request. */
  readonly ask: () => void;
  readonly end: () => void;
};

export const gathered = (every: HubClock["every"], ms: number, act: () => void): Gathered => {
  let stop: (() => void) | null = null;
  const end = (): void => {
    stop?.();
    stop = null;
  };
  return {
    ask: () =>
      void (stop ??= every(ms, () => {
        end();
        act();
      })),
    end,
  };
};

/** Never runs concurrently; requests during a run cause one more run before all of them resolve. */
export const inTurn = (act: () => Promise<void>): (() => Promise<void>) => {
  let [running, again]: [Promise<void> | null, boolean] = [null, false];
  const all = async (): Promise<void> => {
    try {
      while (again) {
        again = false;
        await act();
      }
    } finally {
      running = null;
    }
  };
  return () => {
    again = true;
    return (running ??= all());
  };
};
