// Timers of the runtime, replaceable in simulations.

/** Calls back after so many milliseconds; what it returns calls that off. */
export type Later = (ms: number, then: () => void) => () => void;

export const realLater: Later = (ms, then) => {
  const timer = setTimeout(then, ms);
  return () => clearTimeout(timer);
};

export const sleepBy = (later: Later, ms: number): Promise<void> =>
  new Promise((resolve) => void later(ms, resolve));
