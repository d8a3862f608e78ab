// The sentence with which a source file opens: what it is or does. The code map, the tidy rule and people read the same one.

/** The sentence on the first line, or on the second after a `#!` line; older files begin it with `Why: `. null: there is none. */
export const opening = (text: string): string | null => {
  const lines = text.split("\n", 2);
  const line = lines[0]?.startsWith("#!") ? lines[1] : lines[0];
  return /^(?:\/\/|#) (?:Why: (?=\S)|(?=[A-Z].*\.$))(.*)$/.exec(line ?? "")?.[1] ?? null;
};
