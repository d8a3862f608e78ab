// Common checks of hand edits before any protocol reads them: blank, broken, too large.
import { joined, type Reading } from "./admission.ts";
import type { Admitted } from "./dialect.ts";
import { type JsonNode, readJson } from "./json.ts";
import type { Command } from "./protocol.ts";
import { isRefusal, type Refusal, refuse } from "./refusal.ts";
import type { Path } from "./row.ts";

/** A blank file means nothing and is rewritten. */
export const isBlank = (text: string): boolean => text.trim().replace(/^\u{feff}/u, "") === "";

/** Parses an edited file as JSON with positions; FILE_BROKEN if it is invalid. `most`: limit in UTF-16 units. `fits`: suggestion if it is invalid. */
export const openJson = (
  path: Path,
  text: string,
  most: number,
  fits = "one JSON value, as the file had it",
): JsonNode | Refusal => {
  if (text.length > most)
    return refuse(
      "FILE_BROKEN",
      `${path} has ${text.length} characters, more than any file of a run`,
      { path, line: 1, column: 1, fits: `at most ${most}` },
    );
  const root = readJson(text);
  return isRefusal(root) ? { ...root, path, fits } : root;
};

/** More commands than `most` from one file are not a hand edit. */
export const bounded = <S, C extends Command>(
  read: Partial<Reading<S, C>>,
  most: number,
): Reading<S, C> => {
  const whole = joined<S, C>([read]);
  const many = whole.begins.length + whole.claims.length + whole.rest.length;
  if (many <= most) return whole;
  const text = `the edit asks ${many} things at once, and ${most} is the most`;
  return joined([
    { findings: [refuse("FIELD_OVERSIZED", text, { fits: "several smaller edits" })] },
  ]);
};

/** No commands, and nothing to explain. */
export const silent = (path: Path): Admitted => ({ path, commands: [], by: null, refused: null });
export const notTaken = (path: Path, refused: Refusal): Admitted => ({
  path,
  commands: [],
  by: null,
  refused,
});

/** Refusals come last, because an edit admitted afterwards would clear the notice. */
export const refusalsLast = (list: readonly Admitted[]): readonly Admitted[] => [
  ...list.filter(({ refused }) => refused === null),
  ...list.filter(({ refused }) => refused !== null),
];
