// Display name of a template or node for one play, with its placeholders filled in.
import { oneLine } from "../../../core/quote.ts";
import { ownOf } from "../../../core/own.ts";

/** What stands for a value in a name, whichever kind of braces its writer knew. */
const braces = /\{\{\s*([A-Za-z_][\w.-]*)\s*\}\}|\{([A-Za-z_][\w.-]*)\}/gu;
/** A value is a word of a name, not its whole text; in characters. */
const mostValue = 60;

/** A name in one line: the context's values filled in, and where it has none the name of what is missing. */
export const named = (name: string, context: Readonly<Record<string, string | boolean>>): string =>
  oneLine(
    name.replace(braces, (_, twice: string | undefined, once: string | undefined) => {
      const key = twice ?? once ?? "";
      const value = ownOf(context, key);
      return value === undefined || value === "" ? key : oneLine(String(value), mostValue);
    }),
  );
