// Why: what can't be read is refused with its place before anything is made of it, and is never taken for empty.
import type { Edit } from "../../../core/dialect.ts";
import { placeOf } from "../../../core/json.ts";
import { type Refusal, refuse } from "../../../core/refusal.ts";
import { progressFile } from "../files/progress.ts";
import { documentLimit, progressLimit } from "../limits.ts";

export const conflicted = "the marks of a merge conflict stand in it";

/** Where the marks of a merge conflict begin; null: there are none. */
export const conflictIn = (text: string): number | null => {
  const from = /^<{7}(?: .*)?$/mu.exec(text)?.index ?? null;
  return from !== null && /^>{7}(?: .*)?$/mu.test(text.slice(from)) ? from : null;
};

/** null: it may be read. */
export const unreadable = (path: Edit["path"], text: string): Refusal | null => {
  const limit = path === progressFile ? progressLimit : documentLimit;
  if (text.length > limit)
    return refuse("FILE_BROKEN", `${path} has ${text.length} characters`, { path, line: 1, column: 1, fits: `at most ${limit}` });
  // The long one is looked at where it differs.
  const conflict = path === progressFile ? null : conflictIn(text);
  return conflict === null
    ? null
    : refuse("FILE_BROKEN", conflicted, {
        path,
        ...placeOf(text, conflict),
        fits: "the file without them",
      });
};
