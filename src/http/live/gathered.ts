// Throttle of notifications: a burst becomes one call.
import type { HubClock } from "./clock.ts";

export type Gathered = {
  /** It is done once, `ms` after the first that asked. */
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
