// Why: every source file says first why it exists, and three readers (the map, the tidy rule, people) must agree what that sentence is.

/** The sentence after `// Why: ` (`# Why: ` in shell) on the first line, or on the second after a `#!` line; null if there is none. */
export const opening = (text: string): string | null => {
  const lines = text.split("\n", 2);
  const line = lines[0]?.startsWith("#!") ? lines[1] : lines[0];
  return /^(?:\/\/|#) Why: (\S.*)$/.exec(line ?? "")?.[1] ?? null;
};
