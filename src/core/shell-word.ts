// Quoting of words for a shell.

/** One word, whatever stands in it. */
export const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** The same, plain words as people would type them. */
export const asTyped = (word: string): string =>
  /^[\w@%+=:,./{}-]+$/u.test(word) ? word : quoted(word);
