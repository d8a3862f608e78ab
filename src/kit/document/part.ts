// Values of an edited document with their JSON pointers, for findings with a place.
import { canonical } from "../json/difference.ts";
import {
  atPointer,
  type JsonNode,
  kinds,
  member,
  type Place,
  pointTo,
} from "../../core/json/json.ts";
import type { Finding } from "../../core/message.ts";
import { placesOf } from "../../core/json/places.ts";
import { type Refusal, refuse } from "../../core/refusal.ts";
import type { Path } from "../../core/row.ts";

export type Doc = { readonly path: Path; readonly text: string };
/** A value in an edited document. `pointer`: RFC 6901. */
export type Part = { readonly doc: Doc; readonly pointer: string; readonly node: JsonNode };

export const wholeOf = (path: Path, text: string, node: JsonNode): Part => ({
  doc: { path, text },
  pointer: "",
  node,
});

/** Returns null if the key is missing. */
export const partOf = (part: Part, key: string): Part | null => {
  const node = member(part.node, key);
  return node === null ? null : { doc: part.doc, pointer: pointTo(part.pointer, key), node };
};

/** Empty if it isn't a list. */
export const itemsOf = (part: Part | null): readonly Part[] =>
  part?.node.is === "array"
    ? part.node.items.map((node, index) => ({
        doc: part.doc,
        pointer: pointTo(part.pointer, index),
        node,
      }))
    : [];

/** Line starts are computed once, however many findings a document has. */
const places = new WeakMap<Doc, (offset: number) => Place>();
export const placeOf = ({ doc, node }: Part): Place => {
  const known = places.get(doc) ?? placesOf(doc.text);
  places.set(doc, known);
  return known(node.at);
};

export const finding = (part: Part, code: string, text: string, fits?: string): Refusal =>
  placedAt(part, refuse(code, text, fits === undefined ? {} : { fits }));

/** A refusal of something that a part asks, with the part's position. */
export const placedAt = (part: Part, refusal: Refusal): Refusal => ({
  ...refusal,
  path: part.doc.path,
  pointer: part.pointer,
  ...placeOf(part),
});

export const wrongType = (part: Part, must: string): Refusal => {
  const name = part.pointer === "" ? "the document" : part.pointer;
  return finding(part, "TYPE_WRONG", `${name} must be ${must}, not ${kinds[part.node.is]}`, must);
};

export const missing = (part: Part, key: string, fits: string): Refusal =>
  finding(part, "KEY_MISSING", `the key ${key} is missing`, fits);

/** The value at a relative pointer, or its nearest existing parent. */
export const inside = (part: Part, pointer: string): Part => {
  const node = atPointer(part.node, pointer);
  return node === null
    ? inside(part, pointer.slice(0, pointer.lastIndexOf("/")))
    : { ...part, pointer: `${part.pointer}${pointer}`, node };
};
/** A schema's findings about a value, each with its position. */
export const misfits = (part: Part, findings: readonly Finding[]): readonly Refusal[] =>
  findings.map(({ pointer, text, code = "FIELD_INVALID" }) => {
    const name = `${part.pointer}${pointer}`;
    return finding(inside(part, pointer), code, `${name === "" ? "the document" : name} ${text}`);
  });

/** A value's source text with LF line breaks. */
export const sourceOf = ({ doc, node }: Part): string =>
  doc.text.slice(node.at, node.end).replaceAll(/\r\n?/gu, "\n");

export const textOf = (node: JsonNode | null | undefined): string | null =>
  node?.is === "string" ? node.value : null;
export const textAt = (node: JsonNode, key: string): string | null => textOf(member(node, key));
export const textsOf = (node: JsonNode): readonly string[] | null => {
  if (node.is !== "array") return null;
  const texts = node.items.flatMap((item) => (item.is === "string" ? [item.value] : []));
  return texts.length === node.items.length ? texts : null;
};

/** A missing key and null are equivalent. */
export const meaning = (node: JsonNode | null): string =>
  node === null ? "null" : canonical(node);
export const isSame = (before: JsonNode | null, after: Part | null): boolean =>
  meaning(before) === meaning(after?.node ?? null);

const longestName = 200;
/** The author's name in a file; null for an invalid name or one that looks like a label. */
export const nameOf = (node: JsonNode | null): string | null => {
  const name = textOf(node)?.trim() ?? "";
  return name === "" || name.length > longestName || /[\p{Cc}[\]]/u.test(name) ? null : name;
};
