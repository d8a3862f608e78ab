// Why: every wait of the runtime goes through one kind of timer, so that a simulation can hand in its own.

/** Calls back after so many milliseconds; what it returns calls that off. */
export type Later = (ms: number, then: () => void) => () => void;

export const realLater: Later = (ms, then) => {
  const timer = setTimeout(then, ms);
  return () => clearTimeout(timer);
};

export const sleepBy = (later: Later, ms: number): Promise<void> =>
  new Promise((resolve) => void later(ms, resolve));
