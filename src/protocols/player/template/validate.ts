// Validator of a template: all errors at once, with their places.
import type { Finding } from "../../../core/run-files.ts";
import { readJson } from "../../../core/json/json.ts";
import { placesOf } from "../../../core/json/places.ts";
import { isRefusal } from "../../../core/refusal.ts";
import type { Path } from "../../../core/row.ts";
import { hintOf, type Note, notes } from "./notes.ts";
import { readDocument } from "./read/document.ts";
import { judge } from "./rules/rules.ts";
import { twiceNotes } from "./rules/twice.ts";

const mostBytes = 2 * 1_024 * 1_024;
const mostFindings = 100;

const whole = (
  path: Path,
  finding: Pick<Finding, "code" | "message" | "hint"> & Partial<Finding>,
): readonly Finding[] => [{ path, pointer: "", line: 1, column: 1, severity: "error", ...finding }];

const isOversized = (text: string): boolean =>
  text.length > mostBytes ||
  (text.length > mostBytes / 3 && new TextEncoder().encode(text).length > mostBytes);

/** In document order. If there are too many, errors take precedence over warnings, so that no cause of a refusal is lost. */
const shown = (list: readonly Note[]): readonly Note[] => {
  const inOrder = [...list].sort((a, b) => a.at - b.at);
  if (inOrder.length <= mostFindings) return inOrder;
  const kept = [
    ...inOrder.filter(({ severity }) => severity === "error"),
    ...inOrder.filter(({ severity }) => severity === "warning"),
  ];
  return kept.slice(0, mostFindings).sort((a, b) => a.at - b.at);
};

/** Everything wrong with a template, in document order, at most 100 findings; a template without errors can be played. Takes linear time. */
export const validate = (text: string, path: Path): readonly Finding[] => {
  if (isOversized(text))
    return whole(path, {
      code: "FIELD_OVERSIZED",
      message: "The template is larger than 2 MiB.",
      hint: "Hand large texts over as files.",
    });
  const root = readJson(text, { twice: true });
  if (isRefusal(root))
    return whole(path, {
      code: root.code,
      message: root.text,
      line: root.line ?? 1,
      column: root.column ?? 1,
    });
  const found = notes();
  twiceNotes(root, found);
  const document = readDocument(root, found);
  if (document !== null) judge(document, found);
  const placeOf = placesOf(text);
  return shown(found.list).map((note) => {
    const { severity, code, pointer, at, message } = note;
    return { path, pointer, ...placeOf(at), severity, code, message, ...hintOf(note) };
  });
};
