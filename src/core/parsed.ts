// Why: much that is read may be cut off, half written or no JSON at all; where that says no more than that there is nothing, it is read in one way.

/** The value of a JSON text; undefined: it is none. */
export const parsed = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
};
