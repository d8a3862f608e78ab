// Type and builders of redaction shapes: a quick sign, a pattern, a replacement.

/** What is put instead; it has no quote or line break, so that JSON texts stay JSON. */
export const gone = "[redacted]";

/**
 * `after`: names, one of which stands before a `:` or `=` in every text in which `find` finds something, as the source of a regular expression.
 * `sign`: what stands in every text in which `find` finds something, as the source of a regular expression. `find` is global and linear in the text.
 * `put`: as in String.replace; what is left of a find.
 */
export type Shape = {
  readonly after?: string;
  readonly sign: string;
  readonly find: RegExp;
  readonly put: string | ((found: string) => string);
};

/** What may stand between a name and its `:` or `=`; the quote has backslashes before it inside of a JSON text. */
export const between = String.raw`\\{0,3}["'\x60]?\s{0,3}`;

/** The source of a regular expression that takes these words in small, capital and mixed letters. */
export const anyCase = (source: string): string =>
  source.replace(/[a-z]/gu, (letter) => `[${letter}${letter.toUpperCase()}]`);

/** What stands in a credential's place in documents and scripts: `$TOKEN`, `<token>`, `{{ token }}`, `***`, a path, or what was taken out before. */
export const placeholder = String.raw`(?!\[redacted\]|[$<{%*(&/.~]|xxx|XXX|\.\.\.)`;
