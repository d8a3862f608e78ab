// Reader of one status word: current, an older alias, or unreadable.
import type { Fields } from "./fields.ts";
import { type Notes, quoted } from "./notes.ts";
import type { Vocabulary } from "./words.ts";

/** Returns null and adds a note if it is unusable. */
export const wordOf = <T extends string>(
  fields: Fields,
  key: string,
  word: string,
  { what, words, old }: Vocabulary<T>,
  notes: Notes,
): T | null => {
  const today = words.find((one) => one === word);
  if (today !== undefined) return today;
  const plain = word.trim().toLowerCase();
  const isPlain = (one: string): boolean => one.toLowerCase() === plain;
  const read = words.find(isPlain) ?? [...old].find(([one]) => isPlain(one))?.[1] ?? null;
  if (read === null)
    notes.wrong(
      fields.spot(key),
      "VALUE_UNKNOWN",
      `${quoted(word)} is no ${what}: ${words.join(", ")}`,
    );
  else notes.old(fields.spot(key), "VALUE_UNKNOWN", `${word}: write ${read}`);
  return read;
};
