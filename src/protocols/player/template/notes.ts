// Findings of template rules: common wording, places and hints.
import type { Finding } from "../../../core/run-files.ts";
import { type JsonMember, type JsonNode, pointTo } from "../../../core/json/json.ts";
import { distance, nearestOf } from "../../../core/words/near.ts";

/** A position in the text: `at` in UTF-16 units from its start. */
export type Spot = { readonly pointer: string; readonly at: number };
/** null if the message suffices. Hints that are expensive to compute are functions, called only when shown. */
type Hint = string | null | (() => string | null);
export type Note = Spot & Pick<Finding, "severity" | "code" | "message"> & { readonly hint: Hint };
export type Notes = {
  readonly list: readonly Note[];
  error(spot: Spot, code: string, message: string, hint?: Hint): void;
  warn(spot: Spot, code: string, message: string, hint?: Hint): void;
};

export const notes = (): Notes => {
  const list: Note[] = [];
  const add =
    (severity: Finding["severity"]): Notes["error"] =>
    ({ pointer, at }, code, message, hint = null) =>
      void list.push({ pointer, at, severity, code, message, hint });
  return { list, error: add("error"), warn: add("warning") };
};

/** A value of a document with its pointer. */
export type Value = { readonly pointer: string; readonly node: JsonNode };

export const valueSpot = ({ pointer, node }: Value): Spot => ({ pointer, at: node.at });
export const keySpot = (pointer: string, { key, keyAt }: JsonMember): Spot => ({
  pointer: pointTo(pointer, key),
  at: keyAt,
});

export const hintOf = ({ hint }: Note): Pick<Finding, "hint"> => {
  const said = typeof hint === "function" ? hint() : hint;
  return said === null ? {} : { hint: said };
};

/** Quotes foreign text, shortened. */
export const quoted = (text: string): string =>
  JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** `Did you mean x?`; null if no name is similar enough. */
export const didYouMean = (
  word: string,
  names: readonly string[],
  show: (name: string) => string = (name) => name,
): string | null => {
  const [near] = nearestOf(word, names, 1);
  if (
    near === undefined ||
    distance(word.slice(0, 64).toLowerCase(), near.toLowerCase()) > Math.max(2, word.length / 3)
  )
    return null;
  return `Did you mean ${show(near)}?`;
};

/** `a, b, c …`, up to `most` names. */
export const listed = (names: readonly string[], most = 8): string =>
  `${names.slice(0, most).join(", ")}${names.length > most ? " …" : ""}`;
