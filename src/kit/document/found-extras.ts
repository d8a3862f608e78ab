// Unknown keys of a found folder, within the limit of what a run keeps.
import type { Quarantined } from "../../core/run-files.ts";
import type { Entries } from "./extras.ts";
import { type Extras, extrasSize, extrasText } from "./unknown-keys.ts";

/**
 * Splits unknown keys of a found folder: those within the limit, and the others, which are put aside.
 * @param shares name of what has the limit together; @param why the reason, by the object's place in words
 */
export const withinLimit = (
  found: readonly Extras[],
  limit: number,
  shares: (one: Extras) => string,
  why: (place: string) => string,
  textOf: (entries: Entries) => string = extrasText,
): { readonly extras: readonly Extras[]; readonly quarantined: readonly Quarantined[] } => {
  const room = new Map<string, number>();
  const fits = (one: Extras): boolean => {
    const left = (room.get(shares(one)) ?? limit) - extrasSize(one.entries);
    if (left >= 0) room.set(shares(one), left);
    return left >= 0;
  };
  const { kept: extras = [], aside = [] } = Object.groupBy(found, (one) =>
    fits(one) ? "kept" : "aside",
  );
  return {
    extras,
    quarantined: aside.map(({ file: path, pointer, entries }) => ({
      path,
      why: `FIELD_OVERSIZED: ${why(pointer === "" ? "the top" : pointer)} are longer than ${limit} characters`,
      text: textOf(entries),
    })),
  };
};

/** One on each line. */
export const extrasLines = (entries: Entries): string =>
  entries.map(([key, text]) => `${key}: ${text}`).join("\n");
