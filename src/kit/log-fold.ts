// Incremental fold of a log: remembers the result so far and adds only new events.
import type { Recorded } from "../core/row.ts";

/** `last`: the last folded event. */
type Known<E, T> = { readonly so: T; readonly count: number; readonly last: E | undefined };

/**
 * Folds logs, cached by their first event: events never change, so a longer log continues from the cached result.
 * `on` may modify and return its input, which isn't shared.
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
    // A single read of an older state doesn't replace the cached newer result.
    if (goesOn || log.length >= (known?.count ?? 0))
      remembered.set(first, { so, count: log.length, last: log.at(-1) });
    return so;
  };
};
