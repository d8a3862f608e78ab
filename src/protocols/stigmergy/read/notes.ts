// Notes on a found file, each with its place: the same list for the check of the file and for its adoption.
import { type JsonNode, kinds } from "../../../core/json/json.ts";
import type { Spot } from "../../../kit/document/remarks.ts";

/** wrong: unusable. old: an older form with a known meaning, read on request. odd: interpreted differently, or misleading. */
export type Kind = "wrong" | "old" | "odd";
export type Note = {
  readonly spot: Spot;
  readonly kind: Kind;
  readonly code: string;
  readonly message: string;
};
export type Notes = {
  readonly list: readonly Note[];
} & Readonly<Record<Kind, (spot: Spot, code: string, message: string) => void>>;

export const notes = (): Notes => {
  const list: Note[] = [];
  const as =
    (kind: Kind): Notes[Kind] =>
    (spot, code, message) =>
      void list.push({ spot, kind, code, message });
  return {
    list,
    wrong: as("wrong"),
    old: as("old"),
    odd: as("odd"),
  };
};

/** A value with its position. */
export type At = { readonly spot: Spot; readonly node: JsonNode };

/** For a value of the wrong type. */
export const noteKind = (notes: Notes, name: string, { spot, node }: At, wanted: string): void =>
  notes.wrong(spot, "TYPE_WRONG", `${name} must be ${wanted}, not ${kinds[node.is]}`);

/** Quoted on one line. */
export const quoted = (text: string): string =>
  JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
