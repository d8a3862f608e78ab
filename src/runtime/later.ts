// Timers of the runtime, replaceable in simulations.

/** Calls back after `ms` milliseconds; returns a function that cancels. */
export type Later = (ms: number, then: () => void) => () => void;

export const realLater: Later = (ms, then) => {
  const timer = setTimeout(then, ms);
  return () => clearTimeout(timer);
};

export const sleepBy = (later: Later, ms: number): Promise<void> =>
  new Promise((resolve) => void later(ms, resolve));
