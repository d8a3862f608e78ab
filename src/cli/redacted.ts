// Why: what was taken out of a text is gone for good; whoever reads it is told so wherever it is shown.
import { count } from "./words.ts";

/** `2 credentials taken out`; null where there were none. */
export const redactedWords = (times: number): string | null =>
  times === 0 ? null : `${count(times, "credential")} taken out`;
