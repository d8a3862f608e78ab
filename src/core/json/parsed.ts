// Tolerant JSON.parse: no value for text that is cut off or no JSON.

/** Parses a JSON text; undefined if it is invalid. */
export const parsed = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
};
