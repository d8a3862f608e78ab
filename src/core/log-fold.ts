// Incremental fold of a log: remembers the result so far and adds only new events.
import type { Recorded } from "./row.ts";

/** `last`: the event up to which it was folded. */
type Known<E, T> = { readonly so: T; readonly count: number; readonly last: E | undefined };

/**
 * Folds logs, each by its first event: events never change, so a log that goes on from the very ones that are known goes on from what they came to.
 * `on` may change what it is handed and hand it back: nobody else has it.
 */
export const logFold = <E extends Recorded, T>(
  empty: () => T,
  on: (so: T, event: E) => T,
): ((log: readonly E[]) => T) => {
  const remembered = new WeakMap<E, Known<E, T>>();
  const folded = (log: readonly E[], from: number, start: T): T => {
    let so = start;
    for (let index = from; index < log.length; index += 1) {
      const event = log[index];
      if (event !== undefined) so = on(so, event);
    }
    return so;
  };
  return (log) => {
    const [first] = log;
    if (first === undefined) return empty();
    const known = remembered.get(first);
    const goesOn = known !== undefined && log[known.count - 1] === known.last;
    const so = goesOn ? folded(log, known.count, known.so) : folded(log, 0, empty());
    // Who asks about the past once has the rest not folded anew for it.
    if (goesOn || log.length >= (known?.count ?? 0))
      remembered.set(first, { so, count: log.length, last: log.at(-1) });
    return so;
  };
};
