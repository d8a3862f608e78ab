// Filter of control and bidi characters in foreign texts, for terminal and page.

export const picture = (code: number): string =>
  code === 0x7f ? "\u2421" : String.fromCodePoint(0x2400 + code);
/**
 * Signs that no one sees, or that reorder text. Joiners and selectors stay behind signs that aren't ASCII: emoji,
 * Persian and Indian texts need them.
 */
export const hidden =
  /[\u0080-\u009f]|(?!\u200c|\u200d|\p{VS})\p{DI}|(?<=^|\p{ASCII})(?:\u200c|\u200d|\p{VS})(?!\u20e3)/gu;
/** Of JSON, which stays the same value. */
export const escaped = (signs: string): string =>
  signs.replace(/[^]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
const control = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

/** Makes a text safe for terminals: keeps line feeds and tabs, shows other control characters as symbols, and replaces characters that reorder text or that no one sees. */
export const clean = (text: string): string =>
  text
    .replaceAll("\r\n", "\n")
    .replace(control, (sign) => picture(sign.charCodeAt(0)))
    .replace(hidden, "\ufffd")
    .toWellFormed();

/** The same on one line: line breaks and tabs become single spaces. */
export const cleanLine = (text: string): string => clean(text).replace(/\s+/gu, " ").trim();
