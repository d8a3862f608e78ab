// Reader of checkpoint snapshots: unreadable ones and those of other runs are rejected.
import { fieldsOf } from "../../../core/fields.ts";
import type { Doc, Remarks, Spot } from "../../../core/remarks.ts";
import type { Path } from "../../../core/row.ts";
import type { NodeId } from "../state.ts";
import { type Kinds, seenNodes, timeAt } from "./node.ts";
import { contextAt } from "./session.ts";

/** Maps `checkpoints/CP-01.json` to `CP-01`; returns null for other names. */
export const snapshotName = (path: Path): NodeId | null =>
  /^checkpoints\/([^/]+)\.json$/u.exec(path)?.[1] ?? null;

/** Returns null and adds a remark if it isn't an object. */
export const seenSnapshot = (doc: Doc, notes: Remarks, kinds: Kinds) => {
  const spot: Spot = { doc, pointer: "", at: doc.root.at };
  if (doc.root.is !== "object") {
    notes.error(spot, "FILE_BROKEN", "a snapshot must be an object");
    return null;
  }
  const fields = fieldsOf(spot, doc.root, notes);
  const session = fields.text("session_id", "must");
  const name = snapshotName(doc.path);
  const said = fields.text("checkpoint_id", "must");
  fields.text("checkpoint_name", "may");
  if (name !== null && said !== null && said !== name)
    notes.error(
      fields.at("checkpoint_id"),
      "NODE_UNKNOWN",
      `the file is ${name}'s by its name, and ${said.slice(0, 80)}'s by what stands in it`,
    );
  const savedAt = timeAt(fields, "saved_at", "must", notes);
  const context = contextAt(fields, "context_snapshot", "may", notes);
  if (context === null)
    notes.warn(spot, "KEY_ABSENT", "context_snapshot: not there; the run's context counts");
  const nodes = seenNodes(fields.node("node_states_snapshot", "must"), notes, kinds);
  fields.node("last_completed_node", "may");
  fields.node("next_node", "may");
  return {
    path: doc.path,
    id: said ?? name ?? "",
    session,
    savedAt,
    /** null if the file has none and the run's context applies. */
    context,
    nodes,
    /** The whole file. */
    text: doc.text,
    at: fields.at,
  };
};
export type SeenSnapshot = NonNullable<ReturnType<typeof seenSnapshot>>;
