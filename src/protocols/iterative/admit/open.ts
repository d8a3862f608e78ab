// Refusal of unreadable edited documents, with the place of the error.
import type { Edit } from "../../../core/run-files.ts";
import { placeOf } from "../../../core/json/json.ts";
import { type Refusal, refuse } from "../../../core/refusal.ts";
import { progressFile } from "../files/progress.ts";
import { documentLimit, progressLimit } from "../limits.ts";
import { conflicted, conflictIn } from "../markdown/conflict.ts";

/** Returns null if it may be read. */
export const unreadable = (path: Edit["path"], text: string): Refusal | null => {
  const limit = path === progressFile ? progressLimit : documentLimit;
  if (text.length > limit)
    return refuse("FILE_BROKEN", `${path} has ${text.length} characters`, {
      path,
      line: 1,
      column: 1,
      fits: `at most ${limit}`,
    });
  // The log may be long, so only its differences are searched.
  const conflict = path === progressFile ? null : conflictIn(text);
  return conflict === null
    ? null
    : refuse("FILE_BROKEN", conflicted, {
        path,
        ...placeOf(text, conflict),
        fits: "the file without them",
      });
};
