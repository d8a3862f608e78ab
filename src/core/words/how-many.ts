// Counts in words, with singular and plural.

const pluralOf = (one: string): string =>
  `${one.replace(/(?<=[^aeiou])y$/u, "ie").replace(/(?:[sxz]|[cs]h)$/u, "$&e")}s`;

/** `12,000`; the locale's own way costs a start of ICU. */
export const grouped = (n: number): string => String(n).replace(/\B(?=(?:\d{3})+$)/gu, ",");
/** `1 event`, `3 stories`, `12,000 events`. `many` is needed only where the plural is irregular. */
export const howMany = (count: number, one: string, many = pluralOf(one)): string =>
  `${grouped(count)} ${count === 1 ? one : many}`;

/** `a, b and 3 more`: names up to `most` items of a list. */
export const firstOf = (list: readonly string[], most: number): string =>
  list.slice(0, most).join(", ") + (list.length > most ? ` and ${list.length - most} more` : "");
