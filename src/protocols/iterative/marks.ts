// Words of the record that stand for more than they say: changes without a path, a claimed blocker, the engine's own check.

export const marks = {
  unknown: "(nobody knows what changed)",
  rewritten: "(history was rewritten)",
  committed: "(only commits)",
  ignored: "(only files that git ignores)",
} as const;

const words: ReadonlySet<string> = new Set(Object.values(marks));

/** The changes that are paths. */
export const pathsOf = (changed: readonly string[]): readonly string[] =>
  changed.filter((one) => !words.has(one));

/** Prefix of a blocker claimed in state.json; the rest of the text is its reason. */
export const blockedClaim = "blocked: ";

/** The engine's own commit for a unit, which is not a configured program. */
export const commitCheck = "committed";
