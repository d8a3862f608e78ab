// Display name of a template or node for one play, with its placeholders filled in.
import { oneLine } from "../../../core/words/quote.ts";
import { ownOf } from "../../../core/json/own.ts";

/** A placeholder in a name, with single or double braces. */
const braces = /\{\{\s*([A-Za-z_][\w.-]*)\s*\}\}|\{([A-Za-z_][\w.-]*)\}/gu;
/** Maximum characters: a value is one word of a name, not its whole text. */
const mostValue = 60;

/** A name on one line with context values filled in; a missing value shows the placeholder's name. */
export const filledName = (
  name: string,
  context: Readonly<Record<string, string | boolean>>,
): string =>
  oneLine(
    name.replace(braces, (_, twice: string | undefined, once: string | undefined) => {
      const key = twice ?? once ?? "";
      const value = ownOf(context, key);
      return value === undefined || value === "" ? key : oneLine(String(value), mostValue);
    }),
  );
