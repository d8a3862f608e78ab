// The lists in an object of a found state file, of texts and of anything.
import { pointTo } from "../../../core/json/json.ts";
import { type Fields, noteLack } from "./fields.ts";
import { type At, noteKind, type Notes } from "./notes.ts";

/** Returns null and adds a note if it is unusable. */
export const textsIn = (fields: Fields, key: string, notes: Notes): readonly string[] | null => {
  const found = fields.get(key);
  if (found === null || found.node.is === "null") {
    noteLack(fields, key, [], notes);
    return [];
  }
  const items = found.node.is === "array" ? found.node.items : null;
  const texts = items?.flatMap((item) => (item.is === "string" ? [item.value] : [])) ?? [];
  if (items !== null && texts.length === items.length) return texts;
  noteKind(notes, key, found, "a list of texts");
  return null;
};

/** Returns null if it is missing; `need` says how to note that. */
export const listIn = (
  { at, get }: Fields,
  key: string,
  need: "must" | "old" | "may",
  notes: Notes,
): readonly At[] | null => {
  const found = get(key);
  if (found === null || (found.node.is === "null" && need === "old")) {
    const missing = `the key ${key} is missing`;
    if (need === "old") notes.old(at.spot, "KEY_MISSING", `${missing}: it is read as []`);
    if (need === "must") notes.wrong(at.spot, "KEY_MISSING", missing);
    return null;
  }
  if (found.node.is !== "array") {
    noteKind(notes, key, found, "a list");
    return null;
  }
  const { doc, pointer } = found.spot;
  return found.node.items.map((item, index) => ({
    node: item,
    spot: { doc, pointer: pointTo(pointer, index), at: item.at },
  }));
};
