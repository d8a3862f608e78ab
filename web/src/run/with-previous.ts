// Why: what is made anew from newer answers takes over all of its last result that is still true, so that nothing is drawn for it again.

/** `make` is handed what it made last; null: nothing yet. One a component, made once. */
export const withPrevious = <In, Out>(
  make: (given: In, before: Out | null) => Out,
): ((given: In) => Out) => {
  const last: { made: Out | null } = { made: null };
  return (given) => (last.made = make(given, last.made));
};
