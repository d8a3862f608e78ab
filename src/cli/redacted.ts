// Words for credentials redacted from a displayed text.
import { count } from "./words.ts";

/** `2 credentials taken out`; null: none. */
export const redactedWords = (times: number): string | null =>
  times === 0 ? null : `${count(times, "credential")} taken out`;
