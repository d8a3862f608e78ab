// Words and commands as a shell takes them.

/** Quotes a word for a shell, whatever it contains. */
export const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** The same, but leaves plain words unquoted. */
export const asTyped = (word: string): string =>
  /^[\w@%+=:,./{}-]+$/u.test(word) ? word : quoted(word);

/** The command that adopts a found folder. */
export const takesOver = (path: string): string => `\`cairn adopt ${asTyped(path)}\` takes it over`;
