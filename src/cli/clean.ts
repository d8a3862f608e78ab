// Output filter of control and bidi characters, for text pages and JSON.
import { clean, cleanLine, hidden, picture } from "../core/clean.ts";

export { clean, cleanLine };

const controlButColour = /(\u001b\[[0-9;]*m)|[\u0000-\u0008\u000b-\u001f\u007f]/g;

/** The last filter before the terminal: like `clean`, but keeps the page's own colours. */
export const cleanPage = (text: string): string =>
  text
    .replaceAll("\r\n", "\n")
    .replace(
      controlButColour,
      (sign, colour: string | undefined) => colour ?? picture(sign.charCodeAt(0)),
    )
    .replace(hidden, "\ufffd")
    .toWellFormed();

/** A JSON text without characters that JSON permits but a terminal might interpret. */
export const cleanJson = (text: string): string =>
  text.replace(
    /[\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
