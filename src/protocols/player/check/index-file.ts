// Why: other programs find templates by the index, so a wrong entry there misleads them, though nothing here believes it.
import { fieldsOf } from "../../../core/fields.ts";
import type { Doc, Remarks } from "../../../core/remarks.ts";
import { timeAt } from "../read/node.ts";

export const indexNotes = (doc: Doc, notes: Remarks): void => {
  const fields = fieldsOf({ doc, pointer: "", at: doc.root.at }, doc.root, notes);
  for (const { node, spot } of fields.list("templates", "must") ?? []) {
    if (node.is !== "object") {
      notes.add(spot, "error", "TYPE_WRONG", "an entry must be an object {template_id, name, path, tags, created_at, node_count}");
      continue;
    }
    const entry = fieldsOf(spot, node, notes);
    for (const key of ["template_id", "name", "path"]) entry.text(key, "must");
    entry.texts("tags", "must");
    timeAt(entry, "created_at", "nullable", notes);
    entry.number("node_count", "must");
  }
};
