// Why: JSON that comes from outside is of no known type until it is looked at, and the first look is everywhere the same.

/** An object with keys: no list, not null. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
