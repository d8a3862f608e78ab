// Tolerant JSON.parse: no value for text that is cut off or no JSON.

/** The value of a JSON text; undefined: it is none. */
export const parsed = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
};
