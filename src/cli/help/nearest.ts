// Suggestions for mistyped verbs, flags and names.
import { nearest } from "../../core/words/near.ts";

/** `did you mean …?`, else the choices. */
export const suggestion = (word: string, candidates: readonly string[]): string => {
  const found = nearest(word, candidates);
  if (found !== null) return `did you mean \`${found}\`?`;
  return candidates.length === 0
    ? "there are none"
    : `one of: ${candidates.slice(0, 24).join(", ")}${candidates.length > 24 ? ", …" : ""}`;
};
