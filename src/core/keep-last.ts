// Bounded map: drops the oldest entries beyond a maximum.

/** Adds `value` at the end and removes the oldest entries above `most`. */
export const keepLast = <K, V>(kept: Map<K, V>, key: K, value: V, most: number): void => {
  kept.delete(key);
  kept.set(key, value);
  for (const oldest of kept.keys()) {
    if (kept.size <= most) return;
    kept.delete(oldest);
  }
};
