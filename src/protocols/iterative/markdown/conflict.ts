// Detector of Git conflict markers in documents, before any other reading.
import { linesFrom } from "./lines.ts";

export const conflicted = "the marks of a merge conflict stand in it";

/** Start of a merge conflict; null if there is none. */
export const conflictIn = (text: string): number | null => {
  const from = /^<{7}(?: .*)?$/mu.exec(text)?.index ?? null;
  return from !== null && /^>{7}(?: .*)?$/mu.test(text.slice(from)) ? from : null;
};

/** The same for a log, where agents may quote conflicts in code blocks. */
export const conflictOutside = (text: string): number | null => {
  if (conflictIn(text) === null) return null;
  let from: number | null = null;
  for (const { at, text: line, fenced } of linesFrom(text, 0)) {
    if (fenced) continue;
    if (/^<{7}(?: .*)?$/u.test(line)) from ??= at;
    else if (from !== null && /^>{7}(?: .*)?$/u.test(line)) return from;
  }
  return null;
};
