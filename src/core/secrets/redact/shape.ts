// Type and builders of redaction shapes: a quick sign, a pattern, a replacement.

/** Replacement without quotes or line breaks, so that JSON texts stay valid. */
export const mask = "[redacted]";

/**
 * `after`: names, one of which precedes a `:` or `=` in every text that `find` matches, as the source of a regular expression.
 * `sign`: pattern that occurs in every text that `find` matches, as the source of a regular expression. `find` is global and takes linear time.
 * `put`: replacement as in String.replace.
 */
export type Shape = {
  readonly after?: string;
  readonly sign: string;
  readonly find: RegExp;
  readonly put: string | ((found: string) => string);
};

/** Characters allowed between a name and its `:` or `=`; inside a JSON text the quote is escaped. */
export const between = String.raw`\\{0,3}["'\x60]?\s{0,3}`;

/** Source of a regular expression that matches these words in any case. */
export const anyCase = (source: string): string =>
  source.replace(/[a-z]/gu, (letter) => `[${letter}${letter.toUpperCase()}]`);

/** Placeholders for credentials in documents and scripts: `$TOKEN`, `<token>`, `{{ token }}`, `***`, a path, or an earlier redaction. */
export const placeholder = String.raw`(?!\[redacted\]|[$<{%*(&/.~]|xxx|XXX|\.\.\.)`;
