// Counts in words, with singular and plural.

/** `3 stories`. `many` defaults to `one` plus an s. */
export const howMany = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** `a, b and 3 more`: names up to `most` items of a list. */
export const firstOf = (list: readonly string[], most: number): string =>
  list.slice(0, most).join(", ") + (list.length > most ? ` and ${list.length - most} more` : "");
