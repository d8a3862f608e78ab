// Words of the record that stand for more than they say: changes without a path, a claimed blocker, the engine's own check.

export const marks = {
  unknown: "(nobody knows what changed)",
  rewritten: "(history was rewritten)",
  committed: "(only commits)",
  ignored: "(only files that git ignores)",
} as const;

const words: ReadonlySet<string> = new Set(Object.values(marks));

/** Those of what changed that are paths. */
export const pathsOf = (changed: readonly string[]): readonly string[] =>
  changed.filter((one) => !words.has(one));

/** How state.json's claim of a blocker is told; the rest of the text is its reason. */
export const blockedClaim = "blocked: ";

/** What the engine commits for a unit is no program of the run's. */
export const commitCheck = "committed";
