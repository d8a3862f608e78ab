// Output filter of control and bidi characters, for text pages and JSON.
import { escaped, hidden, picture } from "../../core/words/clean.ts";

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
  text.replaceAll("\u007f", "\\u007f").replace(hidden, escaped);
