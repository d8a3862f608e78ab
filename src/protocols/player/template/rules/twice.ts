// Template rule: no duplicate keys.
import { type JsonNode, pointTo } from "../../../../core/json/json.ts";
import { keySpot, type Notes, quoted } from "../notes.ts";

/** Reports duplicate keys in the whole document, at the second of each pair. */
export const twiceNotes = (node: JsonNode, notes: Notes, pointer = ""): void => {
  if (node.is === "array")
    node.items.forEach((item, index) => twiceNotes(item, notes, pointTo(pointer, index)));
  if (node.is !== "object") return;
  const seen = new Set<string>();
  for (const member of node.members) {
    if (seen.has(member.key))
      notes.error(
        keySpot(pointer, member),
        "KEY_DUPLICATE",
        `The key ${quoted(member.key)} stands twice in one object.`,
        "Keep one.",
      );
    seen.add(member.key);
    twiceNotes(member.value, notes, pointTo(pointer, member.key));
  }
};
