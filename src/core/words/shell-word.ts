// Quoting of words for a shell.

/** Quotes a word for a shell, whatever it contains. */
export const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** The same, but leaves plain words unquoted. */
export const asTyped = (word: string): string =>
  /^[\w@%+=:,./{}-]+$/u.test(word) ? word : quoted(word);
