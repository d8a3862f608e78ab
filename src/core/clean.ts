// Filter of control and bidi characters in foreign texts, for terminal and page.

export const picture = (code: number): string =>
  code === 0x7f ? "\u2421" : String.fromCodePoint(0x2400 + code);
export const hidden = /[\u0080-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const control = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

/** Makes a text safe for terminals: keeps line feeds and tabs, shows other control characters as symbols, and replaces characters that reorder text. */
export const clean = (text: string): string =>
  text
    .replaceAll("\r\n", "\n")
    .replace(control, (sign) => picture(sign.charCodeAt(0)))
    .replace(hidden, "\ufffd")
    .toWellFormed();

/** The same on one line: line breaks and tabs become single spaces. */
export const cleanLine = (text: string): string => clean(text).replace(/\s+/gu, " ").trim();
