// Notes on a found file, each with its place: the same list for the check of the file and for its adoption.
import { type JsonNode, kinds } from "../../../core/json.ts";
import type { Spot } from "../../../core/remarks.ts";

/** wrong: nothing can be made of it. old: an older form's, read in one way if somebody asks for that. odd: read otherwise than it stands, or misleading. */
export type Kind = "wrong" | "old" | "odd";
export type Note = {
  readonly spot: Spot;
  readonly kind: Kind;
  readonly code: string;
  readonly message: string;
};
export type Notes = {
  readonly list: readonly Note[];
  add(spot: Spot, kind: Kind, code: string, message: string): void;
};

export const notes = (): Notes => {
  const list: Note[] = [];
  return {
    list,
    add: (spot, kind, code, message) => void list.push({ spot, kind, code, message }),
  };
};

/** A value with its place. */
export type At = { readonly spot: Spot; readonly node: JsonNode };

/** Of a value of another kind than the format has there. */
export const noteKind = (notes: Notes, name: string, { spot, node }: At, wanted: string): void =>
  notes.add(spot, "wrong", "TYPE_WRONG", `${name} must be ${wanted}, not ${kinds[node.is]}`);

/** As it is told, on one line. */
export const shown = (text: string): string =>
  JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
