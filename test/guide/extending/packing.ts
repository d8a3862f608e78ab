// A packing list in JSON that the engine owns: declared key by key, written anew each time, read with every remark.
import type { Finding } from "../../../src/core/run-files.ts";
import { pointTo } from "../../../src/core/json/json.ts";
import { printed } from "../../../src/kit/json/print.ts";
import { type Refusal, refuse } from "../../../src/core/refusal.ts";
import { findingsOf, openDoc, remarks } from "../../../src/kit/document/remarks.ts";
import { type Extras, withUnknown } from "../../../src/kit/document/unknown-keys.ts";
import { objectOf } from "../../../src/kit/document/keys.ts";
import { seenObject } from "../../../src/kit/document/keys-reader.ts";

export const packingFile = "packing.json";

type Item = { readonly id: string; readonly packed: boolean };
export type Packing = {
  readonly items: readonly Item[];
  /** Unknown keys of the file, and of its items by their ids. */
  readonly kept: readonly Extras[];
};

const item = objectOf<Item>()("an item must be an object", {
  id: ["must", "text", ({ id }) => id],
  packed: ["should", "flag", ({ packed }) => packed],
});
const packing = objectOf<Packing>()("the list must be an object", {
  items: [
    "must",
    { list: item, by: "id" },
    ({ items }, object) => items.map((one) => item.written(one, object, pointTo("/items", one.id))),
  ],
});

export const textOf = (list: Packing): string =>
  `${printed(packing.written(list, withUnknown(list.kept, packingFile), ""))}\n`;

export const read = (
  text: string,
): { readonly list: Packing | null; readonly findings: readonly Finding[] } => {
  const notes = remarks();
  const doc = openDoc(packingFile, text, notes);
  const spot = doc === null ? null : { doc, pointer: "", at: doc.root.at };
  const seen = spot === null ? null : seenObject(packing, spot.doc.root, spot, notes);
  const items = (seen?.items ?? []).map(({ id, packed }) => ({
    id: id ?? "",
    packed: packed ?? false,
  }));
  const kept = (seen?.kept ?? []).map(({ pointer, entries }) => ({
    file: packingFile,
    pointer,
    entries,
  }));
  return { list: seen === null ? null : { items, kept }, findings: findingsOf(notes.list) };
};

/** The list that an edit asks for; null: it says what stands there. */
export const edited = (now: Packing, text: string): Packing | Refusal | null => {
  const { list, findings } = read(text);
  const wrong = findings.find(({ severity }) => severity === "error");
  if (list === null || wrong !== undefined)
    return refuse("FILE_BROKEN", wrong?.message ?? "it is no list", {
      pointer: wrong?.pointer ?? "",
    });
  return textOf(list) === textOf(now) ? null : list;
};
