// Why: what is remembered to spare work must not grow with all that was ever asked; what was asked last stays.

/** Puts `value` last and lets go of what was put longest ago where there are more than `most`. */
export const keepLast = <K, V>(kept: Map<K, V>, key: K, value: V, most: number): void => {
  kept.delete(key);
  kept.set(key, value);
  for (const oldest of kept.keys()) {
    if (kept.size <= most) return;
    kept.delete(oldest);
  }
};
