// Plain JSON objects: their type guard, and only the keys that are given.

/** An object with keys: neither a list nor null. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Leaves out the keys that are missing or null. */
export const withoutNulls = <T extends object>(
  value: T,
): { [K in keyof T]?: NonNullable<T[K]> } => {
  const kept: { [K in keyof T]?: NonNullable<T[K]> } = {};
  for (const key in value) {
    const entry = value[key];
    if (entry !== undefined && entry !== null) kept[key] = entry;
  }
  return kept;
};
