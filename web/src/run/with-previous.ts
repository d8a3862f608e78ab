// Derived values that reuse what is still true of the last result, so that React draws nothing anew for it.

/** `make` receives its previous result; null: none. Create one per component. */
export const withPrevious = <In, Out>(
  make: (given: In, before: Out | null) => Out,
): ((given: In) => Out) => {
  const last: { made: Out | null } = { made: null };
  return (given) => (last.made = make(given, last.made));
};
