// Derived values that reuse what is still true of the last result, so that React draws nothing anew for it.

/** `make` is handed what it made last; null: nothing yet. One a component, made once. */
export const withPrevious = <In, Out>(
  make: (given: In, before: Out | null) => Out,
): ((given: In) => Out) => {
  const last: { made: Out | null } = { made: null };
  return (given) => (last.made = make(given, last.made));
};
