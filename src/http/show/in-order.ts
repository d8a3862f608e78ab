// Times of events that never go backwards, whatever the clocks of several machines said.

/** Marks the longest non-decreasing subsequence, so that the fewest events are moved. */
const upright = (stamps: Float64Array): Uint8Array => {
  const kept = new Uint8Array(stamps.length);
  /** `ends[n]`: the index where the subsequence of n + 1 stamps with the smallest end ends. */
  const ends: number[] = [];
  const before = new Int32Array(stamps.length).fill(-1);
  for (const [index, stamp] of stamps.entries()) {
    if (Number.isNaN(stamp)) continue;
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((stamps[ends[middle] ?? 0] ?? 0) <= stamp) low = middle + 1;
      else high = middle;
    }
    before[index] = ends[low - 1] ?? -1;
    ends[low] = index;
  }
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) kept[index] = 1;
  return kept;
};

/** Spreads events of the same millisecond within it. */
const spread = (times: Float64Array): void => {
  for (let from = 0; from < times.length;) {
    const time = times[from] ?? 0;
    let to = from + 1;
    while (to < times.length && times[to] === time) to += 1;
    for (let index = from; index < to; index += 1)
      times[index] = time + (index - from) / (to - from);
    from = to;
  }
};

/**
 * Increasing times. An event whose clock contradicts the ledger's order gets its predecessor's time.
 * @param stamps in ms, in the ledger's order; NaN: unreadable
 */
export const inOrder = (stamps: readonly number[]): Float64Array => {
  const times = Float64Array.from(stamps);
  const backwards = times.some(
    (time, index) => Number.isNaN(time) || time < (times[index - 1] ?? time),
  );
  if (backwards) {
    const kept = upright(times);
    let last = times[kept.indexOf(1)] ?? 0;
    for (const [index, isKept] of kept.entries()) {
      if (isKept === 1) last = times[index] ?? last;
      else times[index] = last;
    }
  }
  spread(times);
  return times;
};
