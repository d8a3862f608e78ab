// Counts, with singular and plural, and durations, in words.

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

/** `< 0.1 s`, `3.4 s`, `12 s`, `2 min 5 s`, `1 h 12 min`, `3 d 2 h`: at most two units. */
export const span = (ms: number): string => {
  const tenths = Math.max(0, Math.floor(ms / 100));
  if (tenths < 100)
    return tenths === 0 ? (ms < 1 ? "0 s" : "< 0.1 s") : `${(tenths / 10).toFixed(1)} s`;
  const seconds = Math.floor(tenths / 10);
  const [minutes, hours, days] = [
    Math.floor(seconds / 60),
    Math.floor(seconds / 3_600),
    Math.floor(seconds / 86_400),
  ];
  const two = (n: number, unit: string, rest: number, part: string): string =>
    `${n} ${unit}${rest > 0 ? ` ${rest} ${part}` : ""}`;
  if (days > 0) return two(days, "d", hours % 24, "h");
  if (hours > 0) return two(hours, "h", minutes % 60, "min");
  return minutes > 0 ? two(minutes, "min", seconds % 60, "s") : `${seconds} s`;
};
