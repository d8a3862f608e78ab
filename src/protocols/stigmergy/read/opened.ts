// Opener of stigmergy state files, with a finding of its own for git's merge damage.
import { openJson } from "../../../kit/edits/edits.ts";
import type { JsonNode } from "../../../core/json/json.ts";
import { isRefusal, type Refusal } from "../../../core/refusal.ts";
import type { Path } from "../../../core/row.ts";
import { fileLimit } from "../limits.ts";

const mark = /^(?:<{7}|={7}|>{7})(?: |$)/u;

/** Refusal: FILE_BROKEN, with the position. */
export const opened = (path: Path, text: string): JsonNode | Refusal => {
  const root = openJson(path, text, fileLimit, "mend it there: the file must hold one JSON object");
  if (!isRefusal(root) || root.line === undefined) return root;
  const line = text.split(/\r\n|\n|\r/u)[root.line - 1] ?? "";
  return mark.test(line)
    ? {
        ...root,
        text: "a merge left its marks here: both sides of it stand in the file",
        fits: "keep the entries of both sides, in the order of their times",
      }
    : root;
};
