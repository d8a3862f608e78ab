// Wait for another process's lock, so that writers of many processes take fair turns.
import { setTimeout as sleep } from "node:timers/promises";
import { busy, isBusy } from "./faults.ts";

/** In ms. Locks last microseconds, so the first pauses are as short as timers allow; contention needs longer ones. */
const PAUSE = 32;

/** Tries twice; null if the lock is taken both times. */
export const ask = <T>(work: () => T): { readonly value: T } | null => {
  for (let time = 0; time < 2; time += 1) {
    try {
      return { value: work() };
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
  }
  return null;
};

/** The next pause in ms before a retry; throws LEDGER_BUSY once `patience` ms have passed since the first pause. */
export const pauses = (path: string, patience: number): (() => number) => {
  let since = 0;
  let round = 0;
  // Short, random, growing: SQLite's own handler sleeps up to 100 ms at a time and starves beside a writer in a tight loop.
  return () => {
    if (round === 0) since = performance.now();
    if (performance.now() - since > patience) throw busy(path, patience);
    round += 1;
    return Math.random() * Math.min(PAUSE, round);
  };
};

/** Retries until the lock is free; throws LEDGER_BUSY after `patience` ms. */
export const untilFree = async <T>(path: string, patience: number, work: () => T): Promise<T> => {
  const pause = pauses(path, patience);
  for (;;) {
    const answer = ask(work);
    if (answer !== null) return answer.value;
    await sleep(pause());
  }
};
