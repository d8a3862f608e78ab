// Common checks of hand edits before any protocol reads them: blank, broken, too large.
import { joined, type Reading } from "./admission.ts";
import type { Admitted } from "./dialect.ts";
import { type JsonNode, readJson } from "./json.ts";
import type { Command } from "./protocol.ts";
import { isRefusal, type Refusal, refuse } from "./refusal.ts";
import type { Path } from "./row.ts";

/** Nothing stands in it, so nothing was meant: such a file is written again. */
export const isBlank = (text: string): boolean => text.trim().replace(/^\u{feff}/u, "") === "";

/** An edited file as JSON with its places; FILE_BROKEN where it is none. `most`: in UTF-16 units. `fits`: what would do, where it is no edit. */
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
      {
        path,
        line: 1,
        column: 1,
        fits: `at most ${most}`,
      },
    );
  const root = readJson(text);
  return isRefusal(root) ? { ...root, path, fits } : root;
};

/** More commands of one file than `most` are no edit by hand. */
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

/** Nothing is asked, and nothing is to be explained. */
export const silent = (path: Path): Admitted => ({ path, commands: [], by: null, refused: null });
export const notTaken = (path: Path, refused: Refusal): Admitted => ({
  path,
  commands: [],
  by: null,
  refused,
});

/** What is admitted after a refusal would take its notice away. */
export const refusalsLast = (list: readonly Admitted[]): readonly Admitted[] => [
  ...list.filter(({ refused }) => refused === null),
  ...list.filter(({ refused }) => refused !== null),
];
