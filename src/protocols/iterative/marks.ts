// Why: where something changed and no path can be told, the record says so in words that are never taken for a path.

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
