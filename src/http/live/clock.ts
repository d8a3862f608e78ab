// Clock and timers of live views; replaceable in tests.
/** `every`: calls back every so many ms without keeping the process alive; returns a function that stops. `now`: in ms. */
export type HubClock = {
  readonly every: (ms: number, tick: () => void) => () => void;
  readonly now: () => number;
};
export const hubClock: HubClock = {
  every: (ms, tick) => {
    const timer = setInterval(tick, ms).unref();
    return () => clearInterval(timer);
  },
  now: Date.now,
};
