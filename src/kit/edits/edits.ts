// Common checks of hand edits before any protocol reads them: blank, broken, too large.
import { type Admission, joined, type Reading } from "./admission.ts";
import type { Admitted, Edit } from "../../core/run-files.ts";
import { type JsonNode, readJson } from "../../core/json/json.ts";
import type { Command } from "../../core/protocol.ts";
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import { refusedFile } from "./refused-edit.ts";
import type { Path } from "../../core/row.ts";

const isBlank = (text: string): boolean => text.trim().replace(/^\u{feff}/u, "") === "";

/** An edit with a text to read. */
export type TextEdit = Edit & { readonly text: string };

/** Returns null for an edit that means nothing: only the engine writes the refusal notice, and deleted or emptied files are rewritten without an explanation. */
export const textEdit = ({ path, text, before }: Edit): TextEdit | null =>
  path === refusedFile || text === null || isBlank(text) ? null : { path, text, before };

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

/** Reads edits one after the other, each on the state that those before it led to. */
export const admittedInTurn = <S>(
  state: S,
  edits: readonly Edit[],
  read: (now: S, edit: TextEdit) => Pick<Admission<S>, "state" | "admitted">,
): readonly Admitted[] => {
  let now = state;
  return refusalsLast(
    edits.flatMap((given): readonly Admitted[] => {
      const edit = textEdit(given);
      if (edit === null) return [silent(given.path)];
      const { state: next, admitted } = read(now, edit);
      now = next;
      return admitted;
    }),
  );
};
