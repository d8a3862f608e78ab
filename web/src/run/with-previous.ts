// Derived values that reuse unchanged parts of the last result, so that React doesn't rerender them.

/** `make` receives its previous result; null: none. Create one per component. */
export const withPrevious = <In, Out>(
  make: (given: In, before: Out | null) => Out,
): ((given: In) => Out) => {
  const last: { made: Out | null } = { made: null };
  return (given) => (last.made = make(given, last.made));
};
